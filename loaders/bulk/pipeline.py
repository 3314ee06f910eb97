"""Run all steps of a bulk load, from the source files to the files of Neo4j's import."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from cypher.driver.values import Value
from loaders.bulk import row_schemas as tables
from loaders.bulk import splits as plan
from loaders.bulk.duckdb_session import GB_ROWS, DuckDBSession, connected_components
from loaders.bulk.executors.local import PartitionExecutor, Step
from loaders.bulk.extract import PLAN, RECORD_IDS_PER_SPLIT, extract_sources, match_keys
from loaders.bulk.import_csv import ImportFiles, export
from loaders.bulk.partition_steps import build_partition_rows, resolve_entities, resolve_people
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.pipeline.progress import ReportProgress, no_progress
from loaders.pipeline.run import utc_now
from loaders.pipeline.summary import COUNTS, MAX_LIST_LENGTH, Summary, stored_kinds, stored_lists
from loaders.records.errors import printable_path
from loaders.records.partial import merge_all
from loaders.records.serialization import encoded, kind
from loaders.resolution.resolve_batch import MAX_AUTHORS_FOR_COLLABORATION
from normalization.source_priority import order

STEPS = (
    "derive_entities",
    "derive_authorships",
    "derive_citations",
    "derive_affiliations",
    "count_papers",
    "count_people",
    "nodes",
    "edges",
)


def derive_rows(duck: DuckDBSession, store: PartitionStore) -> None:
    """Create a view for each label and each relationship type."""
    for step in STEPS:
        if step != STEPS[0]:  # the first step creates the tables that the others aggregate
            duck.set_slice_count(max(int(str(row[0])) for row in duck.query_file("max_grouped_rows")))
        name_priority = {"trust": list(order("name of a person")), "trust_venues": list(order("venue"))}
        duck.run(step, person_ids=store.parts("person_ids"), **name_priority)


class LoadRun(NamedTuple):
    """Start time of a bulk load, and Byline's version."""

    started_at: str
    version: str


def write_loads(
    duck: DuckDBSession,
    store: PartitionStore,
    source_inputs: Sequence[SourceInput],
    summaries: Sequence[Summary],
    run: LoadRun,
) -> None:
    """Count the records of each source and write the rows of the loads.

    Args:
        run: Start time, and Byline's version.
    """
    rows: list[bytes] = []
    for source_input, summary in zip(source_inputs, summaries, strict=True):
        kept_count = int(str(duck.query_file("count_current_records", loader=summary.loader)[0][0]))
        summary.unchanged, summary.new = summary.new - kept_count, kept_count
        summary.conflicts = _conflicts(duck, summary.loader)
        summary.conflict_count = int(str(duck.query_file("count_conflicts", loader=summary.loader)[0][0]))
        counts = duck.query_file("authorships", loader=summary.loader, over=str(MAX_AUTHORS_FOR_COLLABORATION))[0]
        places, people, cut = (int(str(count)) for count in counts)
        summary.authorships, summary.authorship_edges, summary.collaborations_cut = places, people, cut
        rows.append(msgspec.json.encode({"id": summary.load, "values": _load_properties(source_input, summary, run)}))
    with store.open_row_file("loads", 0) as file:
        for row in rows:
            file.write_row(row)


def _conflicts(duck: DuckDBSession, loader: str) -> list[str]:
    rows = duck.query_file("conflicts", loader=loader, most=str(MAX_LIST_LENGTH))
    return [f"{source}:{key} states {identifier}, which belongs to another record" for source, key, identifier in rows]


def _load_properties(source_input: SourceInput, summary: Summary, run: LoadRun) -> dict[str, Value]:
    values: dict[str, Value] = {name: getattr(summary, own) for name, own in COUNTS.items()}
    values |= {
        "loader": summary.loader,
        "license": source_input.source.license,
        "startedAt": run.started_at,
        "version": run.version,
    }
    values |= {
        "finishedAt": utc_now(),
        "feed": 0,
        "paths": [printable_path(path.resolve()) for path in source_input.paths],
    }
    values |= {"inputs": list(source_input.inputs), "conflicts": list(summary.conflicts)}
    values |= stored_lists(summary)
    values["kinds"] = stored_kinds(summary)
    return {key: value for key, value in values.items() if value not in ([], None)}


def merge_partial_records(duck: DuckDBSession, store: PartitionStore) -> None:
    """Merge the partial records of each key into one record, and append these records to those read."""
    splits = len(plan.splits(store.folder / PLAN))
    duck.run("partial_record_groups", read=store.parts("read"))
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
            "kind": [kind(record) for record in records],
            "statement": [encoded(record) for record in records],
            "keys": [match_keys(record) for record in records],
        }
        store.write("read", splits, columns, part=part)


def _pages(duck: DuckDBSession) -> Iterator[Sequence[tuple[object, ...]]]:
    after = ("", "", "")
    while rows := duck.query_file("next_partial_record_group", loader=after[0], source=after[1], key=after[2]):
        yield rows
        after = (str(rows[-1][0]), str(rows[-1][1]), str(rows[-1][2]))


RECORDS = 5_000
"""Records per partition."""
MENTIONS = 20_000
"""Mentions per partition of names."""
FILES = "import"
"""Folder of the import files in the work directory."""


def _silent(_: str) -> None:
    """Discard the message."""


@dataclass(frozen=True, slots=True)
class BulkOptions:
    """Options of a bulk load.

    Attributes:
        executor: Runs steps over partitions.
        memory: Memory limit of DuckDB such as 2GB; larger tables spill to disk.
        gb_rows: Rows aggregated at once per GB of memory.
        records: Approximate number of records per partition; records that share blocking keys are never separated.
        mentions: Approximate number of mentions per partition of names, with the same rule.
        report: Receives the progress of reading.
        step: Receives the name of each step.
    """

    executor: PartitionExecutor
    memory: str = "2GB"
    gb_rows: int = GB_ROWS
    records: int = RECORDS
    mentions: int = MENTIONS
    version: str = ""
    report: ReportProgress = no_progress
    step: Callable[[str], None] = field(default=_silent)


class IncompleteSourceError(Exception):
    """A source had no records, all records were rejected, or a file is truncated, so that no graph is built."""

    def __init__(self, summaries: list[Summary]) -> None:
        super().__init__("Some files are truncated.")
        self.summaries = summaries


class BulkResult(NamedTuple):
    """Summaries by source, and the files of the import."""

    summaries: list[Summary]
    exported: ImportFiles


def prepare(source_inputs: Sequence[SourceInput], folder: Path, options: BulkOptions) -> BulkResult:
    """Write the import files of a graph from sources to `folder`/import; other files in `folder` are temporary.

    Raises ArchiveError, SourceFileError, ExecutorError or IncompleteSourceError for unreadable input, and OSError if
    the folder is not writable.
    """
    began = utc_now()
    store = PartitionStore(folder)
    store.begin()
    summaries = extract_sources(source_inputs, store, options.executor, options.report)
    complete = all(summary.read and not summary.unreadable for summary in summaries)
    if not complete or not any(summary.read > summary.rejected for summary in summaries):
        raise IncompleteSourceError(summaries)
    with DuckDBSession(folder, options.memory, options.gb_rows) as duck:
        duck.set_slice_count(store.count("read"))
        _count_kinds(duck, store, summaries)
        merged, ambiguous = _resolve_and_build(duck, store, options)
        tables.create_row_views(duck, store)
        # entities may belong to several sources, so the first load has the counts of all
        summaries[0].merged, summaries[0].ambiguous = merged, ambiguous
        write_loads(duck, store, source_inputs, summaries, LoadRun(began, options.version))
        tables.create_row_views(duck, store)  # include the rows of the loads
        options.step("deriving relationships and counts")
        derive_rows(duck, store)
        options.step("writing the import files")
        return BulkResult(summaries, export(duck, folder / FILES, _longest(duck, store)))


def _count_kinds(duck: DuckDBSession, store: PartitionStore, summaries: Sequence[Summary]) -> None:
    """Count the accepted records of each source by kind."""
    by_loader = {summary.loader: summary for summary in summaries}
    for loader, name, number in duck.query_file("count_kinds", read=store.parts("read")):
        by_loader[str(loader)].kinds[str(name)] = int(str(number))


def _resolve_and_build(duck: DuckDBSession, store: PartitionStore, options: BulkOptions) -> tuple[int, int]:
    """Resolve entities and people and build the rows; return the number of merged records and of ambiguous people."""
    folder = store.folder
    options.step("grouping records that share an ID or a title")
    merge_partial_records(duck, store)
    duck.run("build_record_graph", read=store.parts("read"))
    connected_components(duck)
    duck.run("assign_record_partitions", size=options.records)
    duck.run("export_records", read=store.parts("read"), to=str(folder / "records"))
    numbers = _numbers(duck, "record")
    options.step("resolving papers, institutions and venues")
    merged = _run_step(options, resolve_entities, folder, numbers)
    options.step("resolving people")
    duck.set_slice_count(store.count("person_mentions"))
    named = {"person_mentions": store.parts("person_mentions"), "compatible_names": store.parts("compatible_names")}
    duck.run("build_name_graph", **named)
    connected_components(duck)
    duck.run("assign_name_partitions", **named, size=options.mentions)
    duck.run("export_names", **named, coauthors=store.parts("coauthors"), to=str(folder / "names"))
    ambiguous = _run_step(options, resolve_people, folder, _numbers(duck, "name"))
    inputs = {"persons": store.parts("persons"), "person_id_conflicts": store.parts("person_id_conflicts")}
    duck.run(
        "export_mention_assignments",
        **inputs,
        mention_assignments=str(folder / "mention_assignments"),
        rejected_ids=str(folder / "rejected_ids"),
    )
    options.step("building rows")
    _run_step(options, build_partition_rows, folder, numbers)
    return merged, ambiguous


def _longest(duck: DuckDBSession, store: PartitionStore) -> int:
    return int(str(duck.query_file("max_record_bytes", read=store.parts("read"))[0][0] or 0))


def _run_step(options: BulkOptions, step: Step, folder: Path, numbers: Iterable[int]) -> int:
    return sum(count for _, count in options.executor.map_unordered(step, folder, numbers))


def _numbers(duck: DuckDBSession, kind: str) -> list[int]:
    return [int(str(row[0])) for row in duck.query_file(f"list_{kind}_partitions")]
