"""Filter for the results of a search among entities of all types."""

from typing import Any

import strawberry

from schema.field_mapping import KindFilter
from schema.fields import filter_field
from schema.where.funder import FunderFilter
from schema.where.institution import InstitutionFilter
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.topic import TopicFilter
from schema.where.venue import VenueFilter, VolumeFilter


def _condition(label: str, name: str) -> Any:  # noqa: ANN401 as with dataclasses.field
    return filter_field(KindFilter(label), f"Condition on {name}. Results of other types stay.")


@strawberry.input(description="Filter for search results: a condition for each type of entity.")
class SearchFilter:
    """Filter for search results: a condition for each type of entity."""

    paper: PaperFilter | None = _condition("Paper", "papers")
    researcher: ResearcherFilter | None = _condition("Researcher", "researchers")
    topic: TopicFilter | None = _condition("Topic", "topics")
    institution: InstitutionFilter | None = _condition("Institution", "institutions")
    venue: VenueFilter | None = _condition("Venue", "venues")
    volume: VolumeFilter | None = _condition("Volume", "volumes")
    funder: FunderFilter | None = _condition("Funder", "funders")
