"""Collections of papers that users make: type, inputs and payloads of the mutations."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.field_mapping import Key, Pattern, RelatedList, RelationshipConnection
from schema.fields import mapped_field, prop
from schema.groups.paper import GroupedPapers
from schema.mutation import IDEMPOTENCY_KEY, MutationPayload
from schema.order.links import CollectionPaperOrder
from schema.order.sort import ID
from schema.paging import Connection, Edge, page_arguments
from schema.scalars import DateTime
from schema.user import User
from schema.where.paper import PaperFilter

if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.enum(description="Visibility of a collection.")
class CollectionVisibility(Enum):
    """Visibility of a collection."""

    PRIVATE = strawberry.enum_value("private", description="Only its owner.")
    LINK = strawberry.enum_value("link", description="Everybody who has its ID.")
    PUBLIC = strawberry.enum_value("public", description="Everybody; the papers list it.")


@strawberry.type(description="A paper in a collection.")
class CollectionPaperEdge(Edge[Paper]):
    """A paper in a collection."""

    position: int = prop("position", "Position in the collection, from 1.")
    note: str = prop("note", "Note of the owner, plain text. May be empty.")
    since: DateTime = prop("since", "Time at which the paper was added, ISO 8601 in UTC.")


@strawberry.type(description="Papers of a collection.")
class CollectionPaperConnection(Connection[CollectionPaperEdge, Paper], GroupedPapers):
    """Papers of a collection."""


@strawberry.type(description="An ordered list of papers with notes, which a user makes.")
class Collection:
    """An ordered list of papers with notes, which a user makes."""

    id: strawberry.ID = prop("id", "ID of the collection: `c_` and a ULID.")
    title: str = prop("title", "Title.")
    description: str = prop("description", "Description, plain text. May be empty.")
    visibility: CollectionVisibility = prop("visibility", "Visibility of the collection.")
    version: int = prop(
        "version", "Version of title, description and visibility: 1, and one more after each updateCollection."
    )
    created_at: DateTime = prop("createdAt", "Time of creation, ISO 8601 in UTC.")
    updated_at: DateTime = prop("updatedAt", "Time of the latest change, also of its papers, ISO 8601 in UTC.")
    owner: User | None = mapped_field(
        RelatedList(Pattern("OWNS", "in"), (ID,), single=True), "User who made the collection."
    )
    papers: CollectionPaperConnection = mapped_field(
        RelationshipConnection(Pattern("CONTAINS", "out"), (Key("position", on="edge", number=True), ID)),
        "Papers of the collection, by position.",
        page_arguments(PaperFilter, CollectionPaperOrder),
    )


@strawberry.type(description="A collection in a list.")
class CollectionEdge(Edge[Collection]):
    """A collection in a list."""


@strawberry.type(description="Collections.")
class CollectionConnection(Connection[CollectionEdge, Collection]):
    """Collections."""


@strawberry.enum(description="Format of a bibliography.")
class BibliographyFormat(Enum):
    """Format of a bibliography; the values are names of sources."""

    BIBTEX = strawberry.enum_value("bibtex", description="BibTeX and BibLaTeX.")
    RIS = strawberry.enum_value("ris", description="RIS, and the tagged format of Web of Science.")
    CSL_JSON = strawberry.enum_value("csl-json", description="CSL-JSON: a JSON array of items, or one item per line.")


@strawberry.enum(description="Reason why an entry of a bibliography was not added.")
class UnmatchedReason(Enum):
    """Reason why an entry of a bibliography was not added."""

    NOT_FOUND = strawberry.enum_value("not_found", description="The graph has no such paper.")
    AMBIGUOUS = strawberry.enum_value("ambiguous", description="Several papers have the title and the year.")
    INVALID = strawberry.enum_value("invalid", description="The entry cannot be read.")


@strawberry.type(description="An entry of a bibliography that was not added.")
class UnmatchedEntry:
    """An entry of a bibliography that was not added."""

    key: str = strawberry.field(
        description="Its citation key, such as `doe2020`. Without one, its first external ID or its place in the text."
    )
    title: str | None = strawberry.field(description="Its title. Null if it cannot be read.")
    reason: UnmatchedReason = strawberry.field(description="Reason.")
    message: str = strawberry.field(description="Explanation of the reason.")


COLLECTION_ID = "ID of the collection: `c_` and a ULID."
TITLE = "Title, 1 to 200 characters in one line."
DESCRIPTION = "Description, plain text of at most 5,000 characters."
NOTE = "Note about the paper, plain text of at most 2,000 characters."


@strawberry.type
class CollectionPayload(MutationPayload):
    """Result of a mutation of a collection."""

    collection_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The collection after the mutation. Null if there are user errors.")
    async def collection(self, info: strawberry.Info[Any]) -> Collection | None:
        """Read the collection."""
        if self.collection_id is None:
            return None
        found: Any = await info.context.fetch_object("collection", self.collection_id, info)
        return found


@strawberry.type(description="Result of createCollection.")
class CreateCollectionPayload(CollectionPayload):
    """Result of createCollection."""


@strawberry.type(description="Result of updateCollection.")
class UpdateCollectionPayload(CollectionPayload):
    """Result of updateCollection."""


@strawberry.type(description="Result of deleteCollection.")
class DeleteCollectionPayload(MutationPayload):
    """Result of deleteCollection."""

    deleted_id: strawberry.ID | None = strawberry.field(
        description="ID of the deleted collection. Null if there are user errors."
    )


@strawberry.type(description="Result of addToCollection.")
class AddToCollectionPayload(CollectionPayload):
    """Result of addToCollection."""


@strawberry.type(description="Result of removeFromCollection.")
class RemoveFromCollectionPayload(CollectionPayload):
    """Result of removeFromCollection."""


@strawberry.type(description="Result of importIntoCollection.")
class ImportIntoCollectionPayload(CollectionPayload):
    """Result of importIntoCollection."""

    added_count: int = strawberry.field(
        default=0, description="Number of papers that were added. 0 for a repetition with the same `clientMutationId`."
    )
    present_count: int = strawberry.field(
        default=0, description="Number of papers of the bibliography that the collection had before."
    )
    unmatched: list[UnmatchedEntry] = strawberry.field(
        default_factory=list[UnmatchedEntry],
        description="Entries that were not added, in the order of the bibliography.",
    )


@strawberry.input(description="Arguments of createCollection.")
class CreateCollectionInput:
    """Arguments of createCollection."""

    title: str = strawberry.field(description=TITLE)
    description: str = strawberry.field(default="", description=DESCRIPTION)
    visibility: CollectionVisibility = strawberry.field(
        default=CollectionVisibility.PRIVATE, description="Visibility. Default: PRIVATE."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of updateCollection. Absent and null fields stay as they are.")
class UpdateCollectionInput:
    """Arguments of updateCollection."""

    collection_id: strawberry.ID = strawberry.field(description=COLLECTION_ID)
    version: int = strawberry.field(
        description="`version` that the client read. If it is not the present one, nothing changes: read the "
        "collection again."
    )
    title: str | None = strawberry.field(default=None, description=TITLE)
    description: str | None = strawberry.field(default=None, description=DESCRIPTION)
    visibility: CollectionVisibility | None = strawberry.field(default=None, description="Visibility.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of deleteCollection.")
class DeleteCollectionInput:
    """Arguments of deleteCollection."""

    collection_id: strawberry.ID = strawberry.field(description=COLLECTION_ID)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of addToCollection.")
class AddToCollectionInput:
    """Arguments of addToCollection."""

    collection_id: strawberry.ID = strawberry.field(description=COLLECTION_ID)
    paper_id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    position: int | None = strawberry.field(
        default=None,
        description="Position of the paper, from 1. Default: the present one of a paper that the collection has, "
        "else the last.",
    )
    note: str | None = strawberry.field(default=None, description=f"{NOTE} Default: the present note.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of removeFromCollection.")
class RemoveFromCollectionInput:
    """Arguments of removeFromCollection."""

    collection_id: strawberry.ID = strawberry.field(description=COLLECTION_ID)
    paper_id: strawberry.ID = strawberry.field(description=f"Paper: {ANY_ID}")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of importIntoCollection.")
class ImportIntoCollectionInput:
    """Arguments of importIntoCollection."""

    collection_id: strawberry.ID = strawberry.field(description=COLLECTION_ID)
    format: BibliographyFormat = strawberry.field(description="Format of `text`.")
    text: str = strawberry.field(
        description="The bibliography: at most 500,000 characters and 1,000 entries. Each entry is the paper with its "
        "DOI or other external ID, otherwise the only paper with its title, year and first author, otherwise the only "
        "paper with exactly its title and year."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
