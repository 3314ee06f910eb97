"""Papers: records of two sources with hidden IDs, resolved by the rules, compared with the IDs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import structs
from rapidfuzz import fuzz

from bench.identity.pairs import Score, score
from loaders.records import dates
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import PaperRecord
from loaders.records.serialization import StoredRecord, match_features
from loaders.resolution.entities import cluster_entities
from normalization.text import family_key, fold

ALIKE = 90.0
"""Similarity from which two titles count as spelling variants."""
Said = tuple[StoredRecord, PaperRecord]


@dataclass(slots=True)
class Outcome:
    """The figures, and descriptions of the missed and the wrong pairs by kind."""

    score: Score
    missed: dict[str, list[str]]
    wrong: dict[str, list[str]]


def a_year_before(source: Iterable[StoredRecord]) -> Iterator[StoredRecord]:
    """Yield the papers of a source as preprints of the year before."""
    for held in source:
        if isinstance(held.record, PaperRecord):
            said = [structs.replace(one, value=f"{dates.year(one.value) - 1:04}") for one in held.record.dates]
            yield StoredRecord(held.ref, structs.replace(held.record, kind="preprint", dates=tuple(said)))


def measure(sources: Sequence[Iterable[StoredRecord]], scheme: str) -> Outcome:
    """Hide all IDs of the papers of several sources, resolve the records, and compare with the IDs of one scheme.

    Compared are all records that have such an id, those that only one source has too: these must stay alone.
    """
    known = [(held, held.record) for source in sources for held in source if isinstance(held.record, PaperRecord)]
    truth: dict[RecordRef, str] = {}
    for held, paper in known:
        own = next((one for one in paper.ids if one.startswith(f"{scheme}:")), None)
        if own:
            truth[held.ref] = own
    bare = [StoredRecord(held.ref, structs.replace(paper, ids=(), same_work=())) for held, paper in known]
    found = {ref: number for number, thing in enumerate(cluster_entities(match_features(bare))) for ref in thing.refs}
    paper_of = {held.ref: paper for held, paper in known}
    twins = {ref for refs in _alike(paper_of).values() for ref in refs}
    missed, wrong = (_kinds(pairs, paper_of, twins) for pairs in (_apart(truth, found), _apart(found, truth)))
    return Outcome(score(truth, found), missed, wrong)


def _kinds(
    pairs: Iterable[tuple[RecordRef, RecordRef]], paper_of: dict[RecordRef, PaperRecord], twins: set[RecordRef]
) -> dict[str, list[str]]:
    """Return descriptions of the pairs, grouped by the difference of their records, the most frequent first."""
    kinds = group_by_key(
        (
            difference(paper_of[one], paper_of[other], twin=bool({one, other} & twins)),
            f"{_told(one, paper_of[one])} / {_told(other, paper_of[other])}",
        )
        for one, other in pairs
    )
    return dict(sorted(kinds.items(), key=lambda kind: -len(kind[1])))


def _apart(
    groups: dict[RecordRef, str] | dict[RecordRef, int], others: dict[RecordRef, int] | dict[RecordRef, str]
) -> list[tuple[RecordRef, RecordRef]]:
    """Return pairs of a cluster whose items the other clustering separates: the first item with each other one."""
    members = group_by_key((groups[ref], ref) for ref in sorted(groups) if ref in others)
    return [(first, ref) for first, *rest in members.values() for ref in rest if others[first] != others[ref]]


def _alike(paper_of: dict[RecordRef, PaperRecord]) -> dict[tuple[str, str], list[RecordRef]]:
    """Return the records of a source that share a folded title."""
    blocks = group_by_key(((ref.source, fold(paper.title)), ref) for ref, paper in paper_of.items())
    return {key: refs for key, refs in blocks.items() if len(refs) > 1}


def difference(one: PaperRecord, other: PaperRecord, *, twin: bool) -> str:
    """Return a description of the difference of two records: people, year, title, several of these, or nothing."""
    kinds = [*_people(one, other), *_years(one, other), *_titles(fold(one.title), fold(other.title))]
    return ", ".join(kinds) or ("a title that one source has twice" if twin else "nothing")


def _people(one: PaperRecord, other: PaperRecord) -> list[str]:
    if not one.authors or not other.authors:
        return ["no authors"]
    ours, theirs = ([family_key(fold(author.name)) for author in paper.authors or ()] for paper in (one, other))
    if ours[0] == theirs[0]:
        return []
    return ["first author"] if not set(ours) & set(theirs) else ["other order or spelling of authors"]


def _years(one: PaperRecord, other: PaperRecord) -> list[str]:
    ours, theirs = (
        min((dates.year(each.value) for each in paper.dates if each.kind == "published"), default=None)
        for paper in (one, other)
    )
    if ours is None or theirs is None:
        return ["no year"]
    return [] if ours == theirs else ["year by one" if abs(ours - theirs) == 1 else "year"]


def _titles(one: str, other: str) -> list[str]:
    if one.replace(" ", "") == other.replace(" ", ""):
        return []
    if one.startswith(other) or other.startswith(one):
        return ["title cut"]
    return ["title spelt otherwise" if fuzz.ratio(one, other) >= ALIKE else "title"]


def _told(ref: RecordRef, paper: PaperRecord) -> str:
    first = paper.authors[0].name if paper.authors else "nobody"
    year = min((one.value[:4] for one in paper.dates), default="no year")
    return f"{ref.source}:{ref.key} {paper.title[:70]!r} ({first}, {year})"
