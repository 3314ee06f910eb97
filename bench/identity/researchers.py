"""Researchers: bylines with hidden person IDs, clustered by the rules, compared with the IDs.

The frequencies of names (`loaders/resolution/name_frequency.py`) are fitted without the measured source.
"""

import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from msgspec import structs

from bench.identity import name_frequencies
from bench.identity.pairs import Score, score
from bench.identity.reading import papers
from loaders.records.match_features import RecordRef
from loaders.records.parts import Author
from loaders.records.record import PaperRecord
from loaders.records.serialization import StoredRecord
from loaders.resolution import name_frequency
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import with_evidence
from loaders.resolution.people import cluster_people
from loaders.sources.base import sources

DBLP = "dblp-person"

MentionKey: TypeAlias = tuple[RecordRef, str, int]


@dataclass(slots=True)
class Outcome:
    """The figures, and the found and the true person of each author position."""

    score: Score
    truth: dict[MentionKey, str]
    found: dict[MentionKey, int]
    names: dict[MentionKey, str]


def measure_held_out(name: str, folder: Path, path: Path, scheme: str) -> Outcome:
    """Fit the frequencies of names without a source, and measure the source with them in a process of its own.

    Args:
        name: name of the source.
        folder: folder of the data sets.
        path: files of the source.
        scheme: scheme of the person IDs.
    """
    with tempfile.TemporaryDirectory() as directory:
        table = Path(directory) / "name_frequencies.tsv"
        name_frequencies.write_table(folder, [other for other in name_frequencies.SOURCES if other != name], table)
        with ProcessPoolExecutor(1, get_context("spawn"), _use_table, (table,)) as process:
            return process.submit(measure, name, path, scheme).result()


def _use_table(table: Path) -> None:
    name_frequency.TABLE = table


def measure(name: str, path: Path, scheme: str) -> Outcome:
    """Hide the IDs of one scheme in a source's bylines, resolve the people, and compare.

    Compared are the positions with such an ID; the rest is evidence, and a chance of a mistake. A name in dblp's form
    without a homonym number is the ID of its person.

    Raises:
        ArchiveError, SourceError: the source cannot be read.
    """
    truth: dict[MentionKey, str] = {}
    mentions: list[Mention] = []
    for stored in papers(sources()[name], path):
        authors = stored.record.authors if isinstance(stored.record, PaperRecord) else ()
        record = structs.replace(stored.record, authors=tuple(hidden(author, scheme) for author in authors or ()))
        of_record = with_evidence(StoredRecord(stored.ref, record), stored.ref.key)
        mentions += of_record
        for mention, author in zip(of_record, authors or (), strict=True):
            ids = [id_ for id_ in author.ids if id_.startswith(f"{scheme}:")]
            if not ids and scheme == DBLP:
                ids = [f"{DBLP}:{author.name}"]
            if ids:
                truth[mention.mention_key] = ids[0]
    found = {
        one.mention_key: number for number, person in enumerate(cluster_people(mentions)) for one in person.mentions
    }
    names = {mention.mention_key: mention.folded_name for mention in mentions}
    return Outcome(score(truth, found), truth, found, names)


def hidden(author: Author, scheme: str) -> Author:
    """Return an author without the ids of a scheme."""
    return structs.replace(author, ids=tuple(one for one in author.ids if not one.startswith(f"{scheme}:")))


def examples(outcome: Outcome, most: int = 5) -> tuple[list[str], list[str]]:
    """Return examples of people whom the rules split and of people whom they merged: IDs and names as written."""
    apart = _mixed(outcome.truth, outcome.found)
    joined = _mixed(outcome.found, outcome.truth)
    return [_told(outcome, places) for places in apart[:most]], [_told(outcome, places) for places in joined[:most]]


def _mixed(groups: Mapping[MentionKey, object], others: Mapping[MentionKey, object]) -> list[list[MentionKey]]:
    """Return the clusters that the other clustering divides, the largest first."""
    members: dict[object, list[MentionKey]] = {}
    for place in _known(groups, others):
        members.setdefault(groups[place], []).append(place)
    mixed = [places for places in members.values() if len({others[place] for place in places}) > 1]
    return sorted(mixed, key=lambda places: (-len(places), places[0]))


def _known(groups: Mapping[MentionKey, object], others: Mapping[MentionKey, object]) -> Iterable[MentionKey]:
    return (place for place in groups if place in others)


def _told(outcome: Outcome, places: list[MentionKey]) -> str:
    ids = sorted({outcome.truth[place] for place in places})
    names = sorted({outcome.names[place] for place in places})
    groups = len({outcome.found[place] for place in places})
    return f"{', '.join(ids[:3])} as {', '.join(names[:3])}: {len(places)} places in {groups} groups"
