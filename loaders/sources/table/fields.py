"""The fields that a mapping may fill: of each kind of record the one-valued, the many-valued, the ids, the groups."""

from dataclasses import dataclass, field
from typing import get_args

from loaders.records.parts import FormKind, RelationKind, WorkRelationKind

ALIGNED = ("author_ids", "orcids", "affiliations", "rors")
"""Fields whose n-th item is about the n-th author."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one kind; those in `ids` hold ids, in `parted` items of several values."""

    one: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()
    looked_for: tuple[str, ...] = ()
    """Those of many values in which a separator would not stand by chance."""
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Names in a group's section; none: any (schemes of ids)."""

    def all(self) -> tuple[str, ...]:
        """Return every field, groups aside."""
        return (*self.one, *self.many)

    def options(self, name: str) -> list[str]:
        """Return what may be said of a field's column."""
        found = ["column", "value", "map", "otherwise", "markup"]
        found += ["separator"] if name in self.many else []
        found += ["where"] if name in self.many else []
        found += ["within"] if name in self.parted else []
        found += ["scheme"] if name in self.ids else []
        return found + (["dblp"] if name == "authors" else [])


KINDS = {
    "papers": Fields(
        one=(
            *("key", "url", "title", "kind", "abstract", "tldr", "language", "date", "year", "revised"),
            *("venue", "venue_kind", "acronym", "publisher", "volume", "issue", "pages"),
            *("licence", "open_access", "retracted", "comment", "journal_ref"),
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
        one=("key", "url", "name", "family", "role", "headline", "revised"),
        many=("aliases", "affiliations", "rors"),
        needed=("name",),
        groups={"ids": ()},
    ),
    "institutions": Fields(
        one=(
            *("key", "url", "name", "status", "established", "country", "country_code", "city"),
            *("latitude", "longitude", "website", "revised"),
        ),
        many=("aliases", "acronyms", "types"),
        needed=("name",),
        groups={"ids": (), "relations": get_args(RelationKind)},
    ),
    "topics": Fields(one=("scheme", "code", "name", "parent"), needed=("scheme", "code", "name")),
    "citations": Fields(
        one=("citing", "cited", "influential"), many=("intents",), needed=("citing", "cited"), ids=("citing", "cited")
    ),
}
"""The sections of a mapping, in the order in which a file is read for them."""
