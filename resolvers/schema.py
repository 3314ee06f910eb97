"""The one schema object, and its printed form."""

from functools import cache

import strawberry
from graphql import GraphQLSchema
from strawberry.schema.config import StrawberryConfig

from resolvers.mutations import Mutation
from resolvers.roots import Query
from schema.funder import Funder
from schema.institution import Institution
from schema.paper import Paper
from schema.researcher import Researcher
from schema.scalars import PARTIAL_DATE_SCALAR, PartialDate
from schema.topic import Topic
from schema.venue import Venue, Volume


@cache
def strawberry_schema() -> strawberry.Schema:
    """Return the schema as Strawberry knows it."""
    return strawberry.Schema(
        Query,
        Mutation,
        types=[Researcher, Paper, Topic, Institution, Venue, Volume, Funder],
        config=StrawberryConfig(scalar_map={PartialDate: PARTIAL_DATE_SCALAR}),
    )


def graphql_schema() -> GraphQLSchema:
    """Return the schema as graphql-core knows it."""
    return strawberry_schema()._schema  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] the only way to it


def printed() -> str:
    """Return the schema in GraphQL's schema definition language, as schema/schema.graphql keeps it."""
    return strawberry_schema().as_str() + "\n"
