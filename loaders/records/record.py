"""Record types: one frozen struct per kind of statement of a source.

Readers of sources yield these (see `loaders.sources.base`). They fill in the values that the source states and omit all
others: an absent field means "not stated", an empty tuple means "empty". Readers need not normalize:
`loaders.records.normalize` does that before anything else uses a record. An invalid value has these effects:

- An ID of a paper (`ids`, `same_work`) or of an author moves to `odd_ids`, which readers leave empty, and identifies
  nothing.
- A date of a paper (`dates`) is dropped with a message. Readers pass it on unchanged.
- Any other ID (a reference, a ROR ID, a relation's target, an ID of a venue), `revised`, or an empty name or title
  rejects the whole record with the reason. So readers omit invalid IDs (`valid_ids` and `normalize_or_none` of
  `normalization.identifiers`) and invalid dates of revision (`dates.parse_date_or_none`).
"""

from typing import Literal, TypeAlias

from loaders.records.errors import RejectedItem
from loaders.records.parts import (
    Affiliation,
    Anchor,
    Author,
    CascadedMerge,
    Funding,
    Id,
    Manifestation,
    OpenAccessColor,
    RecordStruct,
    Relation,
    Resource,
    Revocation,
    TopicUse,
    TypedDate,
    VolumeUse,
    WorkRelation,
)

ProfileField: TypeAlias = Literal["affiliations", "aliases", "headline", "homepage", "openToCollaborate", "role"]
"""Properties of a researcher that the person can hide."""
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
"""Source of the records of Byline's own classifier (`loaders.classify`).

They only provide topics, and only for papers without topics of other sources. They neither create nor keep a paper, and
take no part in matching.
"""


PROFILE = "profile"
"""Source of the statements of users on claimed profiles (`loaders.curation.profiles`).

The key of such a record is the ID of the claim, and its only person ID is this key. The mention of the person takes no
part in matching by name: a user cannot get papers by a change of name.
"""


class SourceRecord(RecordStruct, frozen=True, kw_only=True):
    """Fields of every record.

    Attributes:
        source: the source of the statement; the sample file has statements of several sources.
        key: the source's own key, unique within source and kind of record.
        url: a page about it for readers.
        revised: the date on which the source last revised this record; a later version replaces an earlier one
            (`loaders.records.versions`).
        in_passing: True for a partial record. The partial records of one key are merged (`loaders.records.partial`).
        record_license: the license of this record, an SPDX name if there is one; None if it is the source's
            (`Source.license`). The license of the work's text is `PaperRecord.license`.
    """

    source: str
    key: str
    url: str | None = None
    revised: str | None = None
    in_passing: bool = False
    record_license: str | None = None


class PaperRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="paper"):
    """A paper as a source describes it.

    Attributes:
        same_work: IDs of other records of the same work, possibly of the same source: the preprint of an article.
        language: its code, as the source gives it (`en`, `eng`, `zh-CN`).
        summary: a one-sentence summary, written by a machine or an editor.
        summary_source: the author of the summary if it is not the source: `byline` in the sample.
        authors: None if the source gives no byline.
        authors_complete: False if the source truncates the byline (et al.).
        references: IDs of the cited works; None if the source does not list them.
        has_code: False only if the source searched for code without success; `has_dataset` is the same for data.
        best_location: the URL of the best free full text.
        funding: None if the source does not state the funders.
        license: the license of the work's text, an SPDX name or a URL, never guessed.
    """

    title: str
    kind: PaperKind = "article"
    ids: tuple[Id, ...] = ()
    same_work: tuple[Id, ...] = ()
    odd_ids: tuple[str, ...] = ()
    abstract: str | None = None
    summary: str | None = None
    summary_source: str | None = None
    language: str | None = None
    dates: tuple[TypedDate, ...] = ()
    authors: tuple[Author, ...] | None = None
    authors_complete: bool = True
    topics: tuple[TopicUse, ...] | None = None
    appeared_in: VolumeUse | None = None
    pages: str | None = None
    references: tuple[Id, ...] | None = None
    resources: tuple[Resource, ...] = ()
    has_code: bool | None = None
    has_dataset: bool | None = None
    forms: tuple[Manifestation, ...] = ()
    open_access: bool | None = None
    open_access_color: OpenAccessColor | None = None
    best_location: str | None = None
    funding: tuple[Funding, ...] | None = None
    relations: tuple[WorkRelation, ...] = ()
    license: str | None = None
    retracted: bool | None = None
    notices: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    comment: str | None = None
    journal_ref: str | None = None


class PersonRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="researcher"):
    """A person as a source describes them: at least one person ID, and the preferred name first among `names`.

    `family` is the family name in the preferred name, if the source states it; then names are not reordered.
    `open_to_collaborate` is None if the person did not state it. `hidden_fields` and `opted_out` are wishes of the
    person, which only the source `profile` states.
    """

    ids: tuple[Id, ...]
    names: tuple[str, ...]
    family: str | None = None
    affiliations: tuple[Affiliation, ...] | None = None
    role: str | None = None
    headline: str | None = None
    homepage: str | None = None
    open_to_collaborate: bool | None = None
    hidden_fields: tuple[ProfileField, ...] = ()
    opted_out: bool = False


class InstitutionRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="institution"):
    """An institution as a source describes it. `aliases` has labels in all languages; `country_code` is ISO 3166-1."""

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


class FunderRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="funder"):
    """A funder as a source describes it, by its IDs: `funder:` of the Open Funder Registry (10.13039/...), `openalex:`.

    `ror` is its ID as an institution. A funder that the source identifies by name alone has an ID made from the name
    (`crossref-funder:national science foundation`).
    """

    name: str
    ids: tuple[Id, ...] = ()
    aliases: tuple[str, ...] = ()
    country_code: str | None = None
    ror: Id | None = None
    website: str | None = None


class VenueRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="venue"):
    """A venue as a source describes it; volumes and other sources refer to it by its IDs (`acl-venue:acl`,
    `issn:...`).
    """

    name: str
    ids: tuple[Id, ...] = ()
    acronym: str | None = None
    kind: Literal["conference", "journal", "workshop", "other"] | None = None
    website: str | None = None


class VolumeRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="volume"):
    """One volume or book. `key` is its key (`2022.acl-long`), `venues` are venue IDs, `editors` is a list like a
    byline.

    Its IDs are `volume:` with `source:key` (`volume:acl:2022.acl-long`) and its `ids`: for a book its ISBNs
    (`volume:isbn:9783161484100`), for a volume of a journal each ISSN with the number (`volume:issn:0098-0331/48`).
    `journal` is the name of the journal in the work that it is a volume of.
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


class TopicRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="topic"):
    """A topic of a classification, identified by `scheme` and `code`; `parent` is the code of the broader topic."""

    scheme: str
    code: str
    name: str
    parent: str | None = None


class CitationRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="citation"):
    """A citation between two papers, from a source of citations alone.

    It creates no paper; it takes effect if both papers are in the graph, in any load order and from any source.
    `intents` are the purposes (`background`, `methodology`, `result`); `influential` is True if the citing paper relies
    heavily on the cited one, and None if the source does not state it.
    """

    citing: Id
    cited: Id
    intents: tuple[str, ...] = ()
    influential: bool | None = None


class DecisionRecord(SourceRecord, frozen=True, kw_only=True, tag_field="record", tag="decision"):
    """A curator's decision to merge two entities (verdict `same`) or to keep them apart (verdict `apart`).

    `source` is always `curator`. If two decisions contradict each other, the later key takes precedence.

    Attributes:
        left: anchors of the first entity.
        right: anchors of the second entity.
        was: Byline IDs of both sides at the time of the decision.
        others: Byline IDs of the entities that the rules merged along with them. A revocation restores all these IDs.
        undone: the revocation; None if the decision applies.
    """

    verdict: Literal["same", "apart"]
    about: Literal["paper", "institution", "funder", "venue", "volume", "researcher"]
    left: tuple[Anchor, ...]
    right: tuple[Anchor, ...]
    by: str
    timestamp: str
    why: str = ""
    was: tuple[str, ...] = ()
    others: tuple[CascadedMerge, ...] = ()
    undone: Revocation | None = None


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

Item: TypeAlias = Record | RejectedItem
"""A record, or a rejected part of a file: the type that every reader yields."""
