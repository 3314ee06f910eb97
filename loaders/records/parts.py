"""What records are made of: authors, affiliations, dates, links, and how they are written.

Ids are strings `scheme:value` (`doi:10.1/x`, `arxiv:1909.08053v2`, `ror:https://ror.org/03jdj4y14`), in any spelling
that `cypher.identifiers.normal` knows. Dates are ISO 8601 strings, as precise as the source is: `2022`, `2022-01`,
`2022-01-28`, `2022-01-31T05:25:13Z`; the precision is read off the string.
"""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Id: TypeAlias = str
"""An outside id, `scheme:value`; in normal form once the record is cleaned."""

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
OpenAccessColour = Literal["diamond", "gold", "hybrid", "bronze", "green", "closed"]
COLOURS: dict[str, OpenAccessColour] = {colour: colour for colour in get_args(OpenAccessColour)}
"""The colours by what sources call them."""


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of every struct here: immutable, keyword-only, compact as JSON."""


class Dated(Said, frozen=True, kw_only=True):
    """A date with what it is the date of."""

    value: str
    kind: DateKind = "published"


class Affiliation(Said, frozen=True, kw_only=True):
    """Where somebody wrote from or works: the text as printed, a ROR id (`ror:...`), or both.

    `since`, `until` (years) and `role` are for a person's own record; a by-line leaves them out.
    """

    text: str = ""
    ror: Id | None = None
    since: int | None = None
    until: int | None = None
    role: str | None = None


class Author(Said, frozen=True, kw_only=True):
    """One place in a by-line or list of editors.

    `name` is the name as printed, given name first ("Ludwig van Beethoven"); "Beethoven, Ludwig van" is turned round,
    unless `family` is given: that is so only where the source itself tells the parts apart, and then `name` begins with
    the given name, whatever commas follow ("Eric H. Nyberg, 3rd"). `ids` are person ids (`orcid:`, `acl-person:`, ...).
    `affiliations` is None where the source does not tell, empty where it says that there is none. `variants` are other
    names printed at that place, such as the name in Chinese characters: aliases, by which nobody is told apart.
    """

    name: str
    family: str | None = None
    ids: tuple[Id, ...] = ()
    odd_ids: tuple[str, ...] = ()
    affiliations: tuple[Affiliation, ...] | None = None
    corresponding: bool | None = None
    variants: tuple[str, ...] = ()


class TopicUse(Said, frozen=True, kw_only=True):
    """A subject that a paper is filed under: classification (`arxiv`), code (`cs.CL`), first or cross-listed."""

    scheme: str
    code: str
    primary: bool = False
    score: float = 1.0


class VolumeUse(Said, frozen=True, kw_only=True):
    """Where a paper appeared: a volume named `source:key` of its VolumeRecord (`acl:2022.acl-long`)."""

    volume: str
    pages: str | None = None
    issue: str | None = None
    unnumbered: bool = False
    """Whether the source knows the journal, but not which volume of it: another's word for that counts before."""


class Resource(Said, frozen=True, kw_only=True):
    """Code or data that a paper points to. `by` is `text` where the loader found it in an abstract or comment."""

    url: str
    kind: Literal["code", "dataset"]
    name: str | None = None
    by: str | None = None


class Form(Said, frozen=True, kw_only=True):
    """One form of a paper that can be fetched (a Manifestation of the graph)."""

    url: str
    kind: FormKind
    version: str | None = None
    date: str | None = None
    licence: str | None = None
    note: str | None = None


class Relation(Said, frozen=True, kw_only=True):
    """How an institution stands to another, named by an id of it: this one's parent is `target`, and so on."""

    kind: RelationKind
    target: Id


class WorkRelation(Said, frozen=True, kw_only=True):
    """How a work stands to another, named by an id of that: this one supplements `target`, is a part of it, and so on.

    `inverse` turns it round: `target` supplements this one.
    """

    kind: WorkRelationKind
    target: Id
    inverse: bool = False


class Funding(Said, frozen=True, kw_only=True):
    """Who paid for a work: an id of the funder, as its FunderRecord states it, and the numbers of the awards."""

    funder: Id
    awards: tuple[str, ...] = ()


class Anchor(Said, frozen=True, kw_only=True):
    """What a person's decision speaks of, by what a source says and not by what Byline made of it.

    A record by its `source` and `key`; a name in that record by `role` and `name` too, `nth` where it is written there
    more than once (from 1); or a person by an outside `id`.
    """

    id: Id | None = None
    source: str | None = None
    key: str | None = None
    role: Literal["author", "editor", "person"] | None = None
    name: str | None = None
    nth: int = 1


class Followed(Said, frozen=True, kw_only=True):
    """What a record or name was of, by Byline id (`was`), before a decision about others made that one with another."""

    of: Anchor
    was: str


class Undone(Said, frozen=True, kw_only=True):
    """That a decision was taken back: by whom, when (ISO 8601 in UTC), and why."""

    by: str
    at: str
    why: str = ""
