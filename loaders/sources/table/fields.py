"""The fields that a mapping may fill, by kind of record."""

from dataclasses import dataclass, field
from typing import get_args

from loaders.records.parts import FormKind, RelationKind, WorkRelationKind

ALIGNED = ("author_ids", "orcids", "affiliations", "rors")
"""Fields whose n-th item belongs to the n-th author."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one kind of record.

    Attributes:
        single: Fields with one value.
        many: Fields with several values.
        needed: Required fields.
        ids: Fields that contain IDs.
        parted: Fields in which an item can have several values.
    """

    single: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()
    looked_for: tuple[str, ...] = ()
    """Fields in `many` whose cells would not contain a separator by chance."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Allowed names in the sections of groups; an empty tuple allows any name (schemes of IDs)."""

    def all(self) -> tuple[str, ...]:
        """Return all fields except groups."""
        return (*self.single, *self.many)

    def options(self, name: str) -> list[str]:
        """Return the options that the mapping of a field may have."""
        options = ["column", "value", "map", "otherwise", "markup"]
        options += ["separator"] if name in self.many else []
        options += ["where"] if name in self.many else []
        options += ["within"] if name in self.parted else []
        options += ["scheme"] if name in self.ids else []
        return options + (["dblp"] if name == "authors" else [])


KINDS = {
    "papers": Fields(
        single=(
            *("key", "url", "title", "kind", "abstract", "summary", "language", "date", "year", "revised"),
            *("venue", "venue_kind", "acronym", "publisher", "volume", "issue", "pages"),
            *("license", "open_access", "retracted", "comment", "journal_ref"),
        ),
        many=(
            *("authors", *ALIGNED, "editors", "topics", "references", "same_work", "issn", "isbn"),
            *("funders", "funder_ids", "grants", "awards", "code", "datasets", "notices"),
        ),
        needed=("title",),
        ids=("author_ids", "topics", "references", "same_work"),
        parted=("affiliations", "rors", "grants"),
        looked_for=("authors", "author_ids", "orcids", "editors", "topics", "references", "same_work"),
        groups={"ids": (), "relations": get_args(WorkRelationKind), "forms": get_args(FormKind)},
    ),
    "people": Fields(
        single=("key", "url", "name", "family", "role", "headline", "revised"),
        many=("aliases", "affiliations", "rors"),
        needed=("name",),
        groups={"ids": ()},
    ),
    "institutions": Fields(
        single=(
            *("key", "url", "name", "status", "established", "country", "country_code", "city"),
            *("latitude", "longitude", "website", "revised"),
        ),
        many=("aliases", "acronyms", "types"),
        needed=("name",),
        groups={"ids": (), "relations": get_args(RelationKind)},
    ),
    "topics": Fields(single=("scheme", "code", "name", "parent"), needed=("scheme", "code", "name")),
    "citations": Fields(
        single=("citing", "cited", "influential"),
        many=("intents",),
        needed=("citing", "cited"),
        ids=("citing", "cited"),
    ),
}
"""Fields by kind of record, in the order in which a file is read for the sections."""
