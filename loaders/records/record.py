"""What a source says, typed: one frozen struct per kind of statement.

A source module yields these (see `loaders.source`). It fills in what its source states and leaves out the rest:
a field that is absent means "this source does not say", an empty tuple means "this source says: none". It need not
clean anything: `loaders.records.normalise` folds white space, repairs text, and brings ids and dates into one normal
form before anything looks at a record. What makes no sense raises `loaders.refused.RecordError` there, and the record
is rejected with its reason. An id of a paper or author that is out of form does not cost the record: it moves to
`odd_ids`, which sources leave alone, and identifies nothing. Nor does a date of a paper that is none: sources give it
as it was said, and it is left out and told.
"""

from typing import Literal, TypeAlias

from loaders.records.parts import (
    Affiliation,
    Anchor,
    Author,
    Dated,
    Followed,
    Form,
    Funding,
    Id,
    OpenAccessColour,
    Relation,
    Resource,
    Said,
    TopicUse,
    Undone,
    VolumeUse,
    WorkRelation,
)

PaperKind = Literal[
    "article",
    "preprint",
    "chapter",
    "book",
    "editorial",
    "dataset",
    "software",
    "model",
    "thesis",
    "report",
    "review",
    "other",
]


BYLINE = "byline"
"""The source of what Byline's own classifier says (`loaders.classify`). It is believed about topics alone, and there
only where nobody else gives any; it makes no paper, keeps none, and does not tell what is what."""


class Statement(Said, frozen=True, kw_only=True):
    """What every record has.

    `source` is who says it (the sample file carries statements of several sources); `key` is that source's own key,
    unique within source and kind of record; `url` is where a person can read it. `revised` is the date on which the
    source last revised what it says under this key: of two statements about one key the later one counts
    (`loaders.records.revisions`). `in_passing` says that it was told with a work that names it, not for its own sake;
    what a source says in passing under one key, here and there, is taken together (`loaders.records.in_passing`).
    `record_licence` is the licence under which this statement may be used, an SPDX name where it has one; None where
    that is the source's (`Source.licence`). The licence of the work's text is another matter: `PaperRecord.licence`.
    """

    source: str
    key: str
    url: str | None = None
    revised: str | None = None
    in_passing: bool = False
    record_licence: str | None = None


class PaperRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="paper"):
    """What a source says of a paper.

    `same_work` are ids of other records of the same work, of this source too: the preprint of an article.
    `authors` is None where the source gives no by-line; `authors_complete` is False where it cuts it off (et al.).
    `references` (ids of what it cites) is None where the source does not list them, `funding` where it does not tell
    who paid. `has_code` and `has_dataset` are False only where the source looked and found none. `licence` is the
    licence of the work's text, an SPDX name or a URL, never guessed. `best_location` is the address at which it is best
    read free of charge. `tldr` is a summary in one sentence that a machine wrote.
    """

    title: str
    kind: PaperKind = "article"
    ids: tuple[Id, ...] = ()
    same_work: tuple[Id, ...] = ()
    odd_ids: tuple[str, ...] = ()
    abstract: str | None = None
    tldr: str | None = None
    language: str | None = None
    dates: tuple[Dated, ...] = ()
    authors: tuple[Author, ...] | None = None
    authors_complete: bool = True
    topics: tuple[TopicUse, ...] | None = None
    appeared_in: VolumeUse | None = None
    pages: str | None = None
    references: tuple[Id, ...] | None = None
    resources: tuple[Resource, ...] = ()
    has_code: bool | None = None
    has_dataset: bool | None = None
    forms: tuple[Form, ...] = ()
    open_access: bool | None = None
    open_access_colour: OpenAccessColour | None = None
    best_location: str | None = None
    funding: tuple[Funding, ...] | None = None
    relations: tuple[WorkRelation, ...] = ()
    licence: str | None = None
    retracted: bool | None = None
    notices: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    comment: str | None = None
    journal_ref: str | None = None


class PersonRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="researcher"):
    """What a source says of a person: at least one person id, the preferred name first among `names`.

    `family` is the family name in the preferred one, where the source tells it apart; then no name is turned round.
    """

    ids: tuple[Id, ...]
    names: tuple[str, ...]
    family: str | None = None
    affiliations: tuple[Affiliation, ...] | None = None
    role: str | None = None
    headline: str | None = None


class InstitutionRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="institution"):
    """What a source says of an institution. `aliases` holds labels in all languages; `country_code` is ISO 3166-1."""

    name: str
    ids: tuple[Id, ...] = ()
    aliases: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    status: Literal["active", "inactive", "withdrawn"] | None = None
    established: int | None = None
    country: str | None = None
    country_code: str | None = None
    city: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    website: str | None = None
    relations: tuple[Relation, ...] = ()


class FunderRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="funder"):
    """What a source says of a funder, by its ids: `funder:` of the Open Funder Registry (10.13039/...), `openalex:`.

    `ror` is its id as an institution. A funder that the source knows by name alone has an id made of that
    (`crossref-funder:national science foundation`).
    """

    name: str
    ids: tuple[Id, ...] = ()
    aliases: tuple[str, ...] = ()
    country_code: str | None = None
    ror: Id | None = None
    website: str | None = None


class VenueRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="venue"):
    """What a source says of a venue; volumes and other sources find it by its ids (`acl-venue:acl`, `issn:...`)."""

    name: str
    ids: tuple[Id, ...] = ()
    acronym: str | None = None
    kind: Literal["conference", "journal", "workshop", "other"] | None = None
    website: str | None = None


class VolumeRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="volume"):
    """One volume or book. `key` is its key (`2022.acl-long`), `venues` are venue ids, `editors` as a by-line is.

    It goes by `volume:` with `source:key` (`volume:acl:2022.acl-long`) and by its `ids`: a book by its ISBNs
    (`volume:isbn:9783161484100`), a volume of a journal by each ISSN of this with the number
    (`volume:issn:0098-0331/48`). `journal` is what a work calls the journal that it is a volume of.
    """

    title: str
    ids: tuple[Id, ...] = ()
    year: int | None = None
    journal: str | None = None
    number: str | None = None
    issue: str | None = None
    publisher: str | None = None
    address: str | None = None
    venues: tuple[Id, ...] = ()
    editors: tuple[Author, ...] = ()


class TopicRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="topic"):
    """A subject of a classification: `scheme` and `code` name it, `parent` is the code of the wider subject."""

    scheme: str
    code: str
    name: str
    parent: str | None = None


class CitationRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="citation"):
    """That one paper cites another, as a source of citations alone says it.

    It makes no paper: it counts where both are in the graph, whichever source brings them, and whenever. `intents` is
    what for (`background`, `methodology`, `result`), `influential` whether the cited one had a great part in it; None
    where the source does not tell.
    """

    citing: Id
    cited: Id
    intents: tuple[str, ...] = ()
    influential: bool | None = None


class DecisionRecord(Statement, frozen=True, kw_only=True, tag_field="record", tag="decision"):
    """That two things or people are one (`same`) or are not (`apart`), as a person decided who looked at both.

    `source` is always `curator`. Everything among `one` is one thing, and so is everything among `other`; `same` says
    that both are. `was` are the Byline ids that both had then, and `others` those of what the rules joined besides:
    where it is undone, all have their ids again. Of two decisions that contradict, the later key counts.
    """

    verdict: Literal["same", "apart"]
    about: Literal["paper", "institution", "funder", "venue", "volume", "researcher"]
    one: tuple[Anchor, ...]
    other: tuple[Anchor, ...]
    by: str
    at: str
    why: str = ""
    was: tuple[str, ...] = ()
    others: tuple[Followed, ...] = ()
    undone: Undone | None = None


Record: TypeAlias = (
    PaperRecord
    | PersonRecord
    | InstitutionRecord
    | FunderRecord
    | VenueRecord
    | VolumeRecord
    | TopicRecord
    | CitationRecord
    | DecisionRecord
)
