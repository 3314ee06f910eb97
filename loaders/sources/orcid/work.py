"""Works that the owner of a record says are his or hers.

ORCID has no works of its own: each owner lists some, and co-authors list the same one again. So the owner is the source
of what is said (`orcid:0000-...`): claims of several owners meet in one paper by its ids, and each of them names one
author, at no place that is known. A claim without an id by which others know the work would only double it: it is none.
"""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.records import dates
from loaders.records.addresses import address
from loaders.records.parts import Author, Dated, Form, WorkRelation, WorkRelationKind
from loaders.records.record import PaperKind, PaperRecord
from loaders.refused import RecordError
from loaders.sources.orcid.node import Node
from loaders.sources.orcid.person import SITE, Owner, revised

SCHEMES = {
    "doi": "doi",
    "arxiv": "arxiv",
    "pmid": "pmid",
    "pmc": "pmcid",
    "handle": "handle",
    "dblp": "dblp",
}
"""Kinds of ids by which other sources know works."""
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
"""What each type is here; any other is `other`."""


def works(record: Node, owner: Owner) -> Iterator[PaperRecord]:
    """Yield each work that everybody may see, that has a title, and an id by which others know it."""
    for group in record.each("activities-summary", "works", "group"):
        told = [one for one in group.each("work-summary") if one.public()]
        if told:
            # the owner puts first what is to be shown; the number that stays is the oldest one
            shown = max(told, key=lambda one: _number(one.said("display-index")))
            oldest = min(_number(one.said("put-code")) for one in told)
            paper = _paper(shown, [*told, group], owner, oldest)
            if paper is not None:
                yield paper


def _paper(shown: Node, told: list[Node], owner: Owner, number: int) -> PaperRecord | None:
    stated = dict.fromkeys(found for one in told for found in _ids(one))
    own = tuple(identifier for relation, identifier in stated if relation == "self")
    title = shown.said("title", "title")
    if not own or not title:
        return None
    orcid = owner.orcid.partition(":")[2]
    page = address(shown.said("url"))
    day = _date(shown.first("publication-date"))
    return PaperRecord(
        source=owner.orcid,
        key=f"work/{number}",
        url=f"{SITE}/{orcid}",
        revised=revised(shown),
        title=title,
        kind=KINDS.get(shown.said("type").lower().replace("_", "-"), "other"),
        ids=own,
        dates=(Dated(value=day),) if day else (),
        authors=(Author(name=owner.names[0], family=owner.family, ids=(owner.orcid,)),),
        authors_complete=False,
        forms=(Form(url=page, kind="page"),) if page else (),
        relations=tuple(
            WorkRelation(kind=RELATIONS[relation], target=identifier)
            for relation, identifier in stated
            if relation in RELATIONS and identifier not in own
        ),
        journal_ref=shown.said("journal-title") or None,
    )


def _ids(said: Node) -> Iterator[tuple[str, str]]:
    """Yield each id with how it stands to the work: `self`, `version-of`, `part-of`."""
    for one in said.each("external-ids", "external-id"):
        scheme = SCHEMES.get(one.said("external-id-type").lower())
        found = known(f"{scheme}:{one.said('external-id-value')}") if scheme else None
        if found:
            yield one.said("external-id-relationship").lower().replace("_", "-") or "self", found


def _date(said: Node) -> str | None:
    """Return a date as precise as it is; a part that is none ends it, a year that is none is as it was said."""
    parts: list[str] = []
    for part, digits in (("year", 4), ("month", 2), ("day", 2)):
        value = said.said(part)
        if not value.isdecimal():
            break
        parts.append(value.zfill(digits))
    for length in range(len(parts), 0, -1):
        try:
            return dates.normal("-".join(parts[:length]))
        except RecordError:
            continue
    return dates.or_said(None, said.said("year"))


def _number(said: str) -> int:
    return int(said) if said.isdecimal() else 0
