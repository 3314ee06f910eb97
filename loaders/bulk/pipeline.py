"""Take what sources say through every step, from their files to the files that Neo4j's import reads."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from cypher.driver.values import Value
from loaders.bulk import build_rows as layout
from loaders.bulk import resolve_entities as things
from loaders.bulk import resolve_people as people
from loaders.bulk import row_schemas as tables
from loaders.bulk import splits as plan
from loaders.bulk.duckdb_session import GB_ROWS, DuckDBSession, connected_components
from loaders.bulk.executors.local import PartitionExecutor, Step
from loaders.bulk.extract import PLAN, RECORD_IDS_PER_SPLIT, extract_sources, match_keys
from loaders.bulk.import_csv import ImportFiles, export
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.pipeline.progress import Tell, no_progress
from loaders.pipeline.run import utc_now
from loaders.pipeline.summary import COUNTS, KEPT, Summary, stored_lists
from loaders.records.errors import printable_path
from loaders.records.partial import merge_all
from loaders.records.serialization import encoded
from loaders.writing.resolve_batch import CUT_OVER
from normalization.source_priority import order

STEPS = (
    "join_things",
    "join_by_lines",
    "join_citations",
    "join_places",
    "count_papers",
    "count_people",
    "nodes",
    "edges",
)


def run(duck: DuckDBSession, store: PartitionStore) -> None:
    """Make a view for each label and each type of relationship."""
    for step in STEPS:
        if step != STEPS[0]:  # which makes the tables that the others gather
            duck.set_slice_count(max(int(str(row[0])) for row in duck.query_file("largest")))
        trust = {"trust": list(order("name of a person")), "trust_venues": list(order("venue"))}
        duck.run(step, person_ids=store.parts("person_ids"), **trust)


def write_loads(
    duck: DuckDBSession,
    store: PartitionStore,
    source_inputs: Sequence[SourceInput],
    summaries: Sequence[Summary],
    how: tuple[str, str],
) -> None:
    """Count what each source brought, and write its load; `how` is when it began, and Byline's version."""
    rows: list[bytes] = []
    for source_input, summary in zip(source_inputs, summaries, strict=True):
        kept_count = int(str(duck.query_file("kept", loader=summary.loader)[0][0]))
        summary.unchanged, summary.new = summary.new - kept_count, kept_count
        summary.conflicts = _conflicts(duck, summary.loader)
        summary.conflict_count = int(str(duck.query_file("count_conflicts", loader=summary.loader)[0][0]))
        counts = duck.query_file("authorships", loader=summary.loader, over=str(CUT_OVER))[0]
        places, people, cut = (int(str(count)) for count in counts)
        summary.authorships, summary.authorship_edges, summary.collaborations_cut = places, people, cut
        rows.append(msgspec.json.encode({"id": summary.load, "values": _noted(source_input, summary, how)}))
    with store.lines("loads", 0) as file:
        file.write(b"\n".join(rows))


def _conflicts(duck: DuckDBSession, loader: str) -> list[str]:
    rows = duck.query_file("conflicts", loader=loader, most=str(KEPT))
    return [f"{source}:{key} states {identifier}, which belongs to another record" for source, key, identifier in rows]


def _noted(source_input: SourceInput, summary: Summary, how: tuple[str, str]) -> dict[str, Value]:
    values: dict[str, Value] = {name: getattr(summary, own) for name, own in COUNTS.items()}
    values |= {"loader": summary.loader, "licence": source_input.source.licence, "startedAt": how[0], "version": how[1]}
    values |= {
        "finishedAt": utc_now(),
        "feed": 0,
        "paths": [printable_path(path.resolve()) for path in source_input.paths],
    }
    values |= {"inputs": list(source_input.inputs), "conflicts": list(summary.conflicts)}
    values |= stored_lists(summary)
    return {key: value for key, value in values.items() if value not in ([], None)}


def merge_partial_records(duck: DuckDBSession, store: PartitionStore) -> None:
    """Write what was said in passing under one key as one statement, behind all that was read."""
    splits = len(plan.splits(store.folder / PLAN))
    duck.run("said_in_passing", read=store.parts("read"))
    numbers = count(splits * RECORD_IDS_PER_SPLIT)
    for part, rows in enumerate(_pages(duck)):
        records = [merge_all(sorted(cast("list[bytes]", row[3]))) for row in rows]
        columns: dict[str, Sequence[object]] = {
            "n": [next(numbers) for _ in rows],
            "loader": [row[0] for row in rows],
            "source": [row[1] for row in rows],
            "key": [row[2] for row in rows],
            "revised": [""] * len(rows),
            "in_passing": [True] * len(rows),
            "statement": [encoded(record) for record in records],
            "keys": [match_keys(record) for record in records],
        }
        store.write("read", splits, columns, part=part)


def _pages(duck: DuckDBSession) -> Iterator[Sequence[tuple[object, ...]]]:
    after = ("", "", "")
    while rows := duck.query_file("taken_together", loader=after[0], source=after[1], key=after[2]):
        yield rows
        after = (str(rows[-1][0]), str(rows[-1][1]), str(rows[-1][2]))


RECORDS = 5_000
"""Records to a partition."""
MENTIONS = 20_000
"""Mentions to a partition of names."""
FILES = "import"
"""The folder of the files for the import, in the working folder."""


def _silent(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class BulkOptions:
    """How to prepare: who works on partitions, memory of the tables, whom to tell.

    `memory` is a size such as 2GB: what does not fit goes to the disk; `gb_rows` are gathered into groups at once for
    each GB of it. A partition has about so many `records`, one of names so many `mentions`; what belongs together is in
    one, however much it is.
    """

    executor: PartitionExecutor
    memory: str = "2GB"
    gb_rows: int = GB_ROWS
    records: int = RECORDS
    mentions: int = MENTIONS
    version: str = ""
    tell: Tell = no_progress
    step: Callable[[str], None] = field(default=_silent)


class IncompleteSourceError(Exception):
    """Nothing was read of a source, nothing could be used, or not all to its end: no graph is made of that."""

    def __init__(self, summaries: list[Summary]) -> None:
        super().__init__("Some of the files could not be read to their end.")
        self.summaries = summaries


class BulkResult(NamedTuple):
    """What was read of each source, and the files for the import."""

    summaries: list[Summary]
    exported: ImportFiles


def prepare(source_inputs: Sequence[SourceInput], folder: Path, how: BulkOptions) -> BulkResult:
    """Make the files of a graph that holds what the sources say, in `folder`/import; what is beside them is scaffold.

    Raises ArchiveError, SourceError, WorkerError or IncompleteError for what cannot be read, OSError where the folder
    cannot be written.
    """
    began = utc_now()
    store = PartitionStore(folder)
    store.begin()
    summaries = extract_sources(source_inputs, store, how.executor, how.tell)
    complete = all(summary.read and not summary.unreadable for summary in summaries)
    if not complete or not any(summary.read > summary.rejected for summary in summaries):
        raise IncompleteSourceError(summaries)
    with DuckDBSession(folder, how.memory, how.gb_rows) as duck:
        duck.set_slice_count(store.count("read"))
        merged, ambiguous = _resolve_and_build(duck, store, how)
        tables.create(duck, store)
        # works and people are several sources' together: the first load tells of all
        summaries[0].merged, summaries[0].ambiguous = merged, ambiguous
        write_loads(duck, store, source_inputs, summaries, (began, how.version))
        tables.create(duck, store)  # the rows of the loads are there now
        how.step("joining and counting")
        run(duck, store)
        how.step("writing the files for the import")
        return BulkResult(summaries, export(duck, folder / FILES, _longest(duck, store)))


def _resolve_and_build(duck: DuckDBSession, store: PartitionStore, how: BulkOptions) -> tuple[int, int]:
    """Decide what is one and lay it out; return records that joined another's thing, and ambiguous people."""
    folder = store.folder
    how.step("bringing together what shares an id or a title")
    merge_partial_records(duck, store)
    duck.run("gather_records", read=store.parts("read"))
    connected_components(duck)
    duck.run("place_records", size=how.records)
    duck.run("export_records", read=store.parts("read"), to=str(folder / "records"))
    numbers = _numbers(duck, "records")
    how.step("deciding what is one work, institution or venue")
    merged = _each(how, things.resolve_partition, folder, numbers)
    how.step("deciding who is who")
    duck.set_slice_count(store.count("named"))
    named = {"named": store.parts("named"), "one_name": store.parts("one_name")}
    duck.run("gather_names", **named)
    connected_components(duck)
    duck.run("place_names", **named, size=how.mentions)
    duck.run("export_names", **named, by_line=store.parts("by_line"), to=str(folder / "names"))
    ambiguous = _each(how, people.resolve_partition, folder, _numbers(duck, "names"))
    inputs = {"persons": store.parts("persons"), "refused": store.parts("refused")}
    duck.run("export_cast", **inputs, cast=str(folder / "cast"), lost=str(folder / "not_theirs"))
    how.step("laying records out")
    _each(how, layout.build_partition_rows, folder, numbers)
    return merged, ambiguous


def _longest(duck: DuckDBSession, store: PartitionStore) -> int:
    return int(str(duck.query_file("longest", read=store.parts("read"))[0][0] or 0))


def _each(how: BulkOptions, step: Step, folder: Path, numbers: Iterable[int]) -> int:
    return sum(count for _, count in how.executor.map_unordered(step, folder, numbers))


def _numbers(duck: DuckDBSession, table: str) -> list[int]:
    return [int(str(row[0])) for row in duck.query_file(f"partitions_of_{table}")]
