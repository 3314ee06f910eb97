"""The structs within records: authors, affiliations, dates, links.

IDs are strings `scheme:value` (`doi:10.1/x`, `arxiv:1909.08053v2`, `ror:https://ror.org/03jdj4y14`), in any spelling
that `normalization.identifiers` accepts. Dates are ISO 8601 strings with the precision of the source: `2022`,
`2022-01`, `2022-01-28`, `2022-01-31T05:25:13Z`; the length of the string states the precision.
"""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Id: TypeAlias = str
"""An external ID, `scheme:value`; in normal form once the record is normalized."""

DateKind = Literal["published", "updated", "retracted", "corrected"]
FormKind = Literal["preprint", "article", "revision", "erratum", "attachment", "presentation", "video", "page"]
RelationKind = Literal["parent", "child", "successor", "predecessor", "related"]
WorkRelationKind = Literal[
    "supplements",
    "part_of",
    "version_of",
    "derived_from",
    "documents",
    "requires",
    "reviews",
    "comments_on",
    "replies_to",
    "translates",
    "replaces",
    "corrects",
    "retracts",
]
OpenAccessColor = Literal["diamond", "gold", "hybrid", "bronze", "green", "closed"]
COLORS: dict[str, OpenAccessColor] = {color: color for color in get_args(OpenAccessColor)}
"""Name of a color in sources -> the color."""


class RecordStruct(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of every struct here: immutable, keyword-only, compact as JSON."""


class TypedDate(RecordStruct, frozen=True, kw_only=True):
    """A date and its kind."""

    value: str
    kind: DateKind = "published"


class Affiliation(RecordStruct, frozen=True, kw_only=True):
    """An affiliation of a person: the text as printed, a ROR ID (`ror:...`), or both.

    `since`, `until` (years) and `role` are for a person's own record; bylines omit them.
    """

    text: str = ""
    ror: Id | None = None
    since: int | None = None
    until: int | None = None
    role: str | None = None


class Author(RecordStruct, frozen=True, kw_only=True):
    """One entry of a byline or list of editors.

    Attributes:
        name: the name as printed, given name first ("Ludwig van Beethoven"). "Beethoven, Ludwig van" is reordered
            unless `family` is given.
        family: the family name, only if the source states it. `name` must then begin with the given name, whichever
            commas follow ("Eric H. Nyberg, 3rd").
        ids: person IDs (`orcid:`, `acl-person:`, ...).
        affiliations: None if the source does not state them, empty if it states that the author has no affiliation.
        variants: other names printed there, such as the name in Chinese characters. They are aliases and do not affect
            matching.
    """

    name: str
    family: str | None = None
    ids: tuple[Id, ...] = ()
    odd_ids: tuple[str, ...] = ()
    affiliations: tuple[Affiliation, ...] | None = None
    corresponding: bool | None = None
    variants: tuple[str, ...] = ()


class TopicUse(RecordStruct, frozen=True, kw_only=True):
    """A topic of a paper: classification (`arxiv`), code (`cs.CL`), primary or cross-listed."""

    scheme: str
    code: str
    primary: bool = False
    score: float = 1.0


class VolumeUse(RecordStruct, frozen=True, kw_only=True):
    """The volume in which a paper appeared, by the `source:key` of its VolumeRecord (`acl:2022.acl-long`)."""

    volume: str
    pages: str | None = None
    issue: str | None = None
    venues: tuple[Id, ...] = ()
    """IDs of the volume's venue, as far as the paper's own record states them."""
    unnumbered: bool = False
    """True if the source states the journal but not the volume; another source's volume is preferred."""


class Resource(RecordStruct, frozen=True, kw_only=True):
    """Code or data that a paper refers to. `by` is `text` if the loader found it in an abstract or comment."""

    url: str
    kind: Literal["code", "dataset"]
    name: str | None = None
    by: str | None = None


class Manifestation(RecordStruct, frozen=True, kw_only=True):
    """A form of a paper that can be downloaded (a Manifestation node of the graph)."""

    url: str
    kind: FormKind
    version: str | None = None
    date: str | None = None
    license: str | None = None
    note: str | None = None


class Relation(RecordStruct, frozen=True, kw_only=True):
    """A relation of an institution to another, identified by its ID: `parent` means that `target` is the parent."""

    kind: RelationKind
    target: Id


class WorkRelation(RecordStruct, frozen=True, kw_only=True):
    """A relation of a work to another, identified by its ID: `supplements` means that this work supplements `target`.

    `inverse` reverses the direction: `target` supplements this work.
    """

    kind: WorkRelationKind
    target: Id
    inverse: bool = False


class Funding(RecordStruct, frozen=True, kw_only=True):
    """The funding of a work: an ID of the funder, as its FunderRecord states it, and the award numbers."""

    funder: Id
    awards: tuple[str, ...] = ()


class Anchor(RecordStruct, frozen=True, kw_only=True):
    """The target of a curator's decision, in terms of a source rather than of Byline's clusters.

    It is a record (`source` and `key`), a name in that record (`role` and `name` too, and `nth` from 1 if the name
    occurs several times), or a person (an external `id`).
    """

    id: Id | None = None
    source: str | None = None
    key: str | None = None
    role: Literal["author", "editor", "person"] | None = None
    name: str | None = None
    nth: int = 1


class CascadedMerge(RecordStruct, frozen=True, kw_only=True):
    """A record or name of an entity that a decision merged along with others, and its Byline ID before (`was`)."""

    anchor: Anchor
    was: str


class Revocation(RecordStruct, frozen=True, kw_only=True):
    """The revocation of a decision.

    Attributes:
        by: the curator.
        timestamp: the time, ISO 8601 in UTC.
        why: the reason.
        key: sorts after the keys of all earlier decisions; empty if `others` is empty.
        others: Byline IDs of the entities that the rules merged because the decision no longer applies.
    """

    by: str
    timestamp: str
    why: str = ""
    key: str = ""
    others: tuple[CascadedMerge, ...] = ()
