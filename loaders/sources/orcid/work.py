"""Works that the owner of a record claims.

Each owner lists works independently, and co-authors list the same work again. So the owner is the source of the record
(`orcid:0000-...`): claims of several owners become one paper through shared IDs, and each contributes one author at an
unknown position. A claim without an ID that other sources use is left out, because it would only duplicate the work.
"""

from collections.abc import Iterator

from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Author, Manifestation, TypedDate, WorkRelation, WorkRelationKind
from loaders.records.record import PaperKind, PaperRecord
from loaders.records.urls import normalize_url
from loaders.sources.orcid.node import Node
from loaders.sources.orcid.person import SITE, Owner, revised
from normalization.identifiers import normalize_or_none

SCHEMES = {
    "doi": "doi",
    "arxiv": "arxiv",
    "pmid": "pmid",
    "pmc": "pmcid",
    "handle": "handle",
    "dblp": "dblp",
}
"""Schemes of work IDs that other sources use."""
RELATIONS: dict[str, WorkRelationKind] = {"version-of": "version_of", "part-of": "part_of"}
KINDS: dict[str, PaperKind] = {
    "journal-article": "article",
    "conference-paper": "article",
    "conference-proceedings": "article",
    "magazine-article": "article",
    "newspaper-article": "article",
    "newsletter-article": "article",
    "review": "article",
    "book-review": "article",
    "preprint": "preprint",
    "book": "book",
    "edited-book": "book",
    "book-chapter": "chapter",
    "dictionary-entry": "chapter",
    "encyclopedia-entry": "chapter",
    "dissertation": "thesis",
    "dissertation-thesis": "thesis",
    "report": "report",
    "working-paper": "report",
    "standards-and-policy": "report",
    "technical-standard": "report",
    "data-set": "dataset",
    "software": "software",
}
"""Kind of work for each type; any other type is `other`."""


def works(record: Node, owner: Owner) -> Iterator[PaperRecord]:
    """Yield each public work with a title and an ID that other sources use."""
    for group in record.each("activities-summary", "works", "group"):
        summaries = [summary for summary in group.each("work-summary") if summary.public()]
        if summaries:
            # the owner's preferred version has the highest index; the oldest put-code is stable
            preferred = max(summaries, key=lambda one: _number(one.text_at("display-index")))
            oldest = min(_number(summary.text_at("put-code")) for summary in summaries)
            paper = _paper(preferred, [*summaries, group], owner, oldest)
            if paper is not None:
                yield paper


def _paper(shown: Node, summaries: list[Node], owner: Owner, number: int) -> PaperRecord | None:
    stated = dict.fromkeys(identifier for summary in summaries for identifier in _ids(summary))
    own_ids = tuple(identifier for relation, identifier in stated if relation == "self")
    title = shown.text_at("title", "title")
    if not own_ids or not title:
        return None
    orcid = owner.orcid.partition(":")[2]
    page = normalize_url(shown.text_at("url"))
    day = _date(shown.first("publication-date"))
    return PaperRecord(
        source=owner.orcid,
        key=f"work/{number}",
        url=f"{SITE}/{orcid}",
        revised=revised(shown),
        title=title,
        kind=KINDS.get(shown.text_at("type").lower().replace("_", "-"), "other"),
        ids=own_ids,
        dates=(TypedDate(value=day),) if day else (),
        authors=(Author(name=owner.names[0], family=owner.family, ids=(owner.orcid,)),),
        authors_complete=False,
        forms=(Manifestation(url=page, kind="page"),) if page else (),
        relations=tuple(
            WorkRelation(kind=RELATIONS[relation], target=identifier)
            for relation, identifier in stated
            if relation in RELATIONS and identifier not in own_ids
        ),
        journal_ref=shown.text_at("journal-title") or None,
    )


def _ids(node: Node) -> Iterator[tuple[str, str]]:
    """Yield each ID with its relation to the work: `self`, `version-of`, `part-of`."""
    for external_id in node.each("external-ids", "external-id"):
        scheme = SCHEMES.get(external_id.text_at("external-id-type").lower())
        identifier = normalize_or_none(f"{scheme}:{external_id.text_at('external-id-value')}") if scheme else None
        if identifier:
            yield external_id.text_at("external-id-relationship").lower().replace("_", "-") or "self", identifier


def _date(node: Node) -> str | None:
    """Return a date with its precision. It ends before its first invalid component; an invalid year is returned as
    written.
    """
    parts: list[str] = []
    for part, digits in (("year", 4), ("month", 2), ("day", 2)):
        value = node.text_at(part)
        if not value.isdecimal():
            break
        parts.append(value.zfill(digits))
    for length in range(len(parts), 0, -1):
        try:
            return dates.normalize_date("-".join(parts[:length]))
        except InvalidRecordError:
            continue
    return dates.date_or_raw_text(None, node.text_at("year"))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
