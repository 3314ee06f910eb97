"""Extract splits: write their records with record numbers and blocking keys, and their rejects."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread

from loaders.bulk import splits as plan
from loaders.bulk.executors.local import PartitionExecutor
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.formats import archive
from loaders.formats.archive import SourceFile
from loaders.pipeline.chunk_reader import Reject, skipped_files
from loaders.pipeline.progress import LOADING, Counts, Progress, ReportProgress
from loaders.pipeline.record_batches import AcceptedRecord, RecordBatch, RejectedRecord, describe_position, iter_batches
from loaders.pipeline.summary import Summary
from loaders.records.record import Record, TopicRecord
from loaders.records.serialization import decoded, encoded_kind, entity_ids, natural_key, title_key
from loaders.resolution.ids.generate import new_id
from loaders.sources.base import Reader, sources
from normalization.text import adjacent_year_keys

PLAN = "plan"
PART_BYTES = 32 << 20
"""Maximum size of a part in bytes of statements."""
REJECTS_PER_PART = 50_000
"""Approximate number of rejects per part."""
RECORD_IDS_PER_SPLIT = 1 << 32
"""Record numbers reserved per split, more than a split can have, so that numbers grow in reading order."""


def match_keys(record: Record) -> list[str]:
    """Return the blocking keys of a record: IDs, title keys, the code of a topic."""
    keys = [*entity_ids(record)]
    if key := title_key(record):
        keys += [f"title {variant}" for variant in (key, *adjacent_year_keys(key))]
    if isinstance(record, TopicRecord):
        keys.append(f"topic {natural_key(record)}")
    return keys


class PartWriter:
    """Writes the parts of a split in sequence."""

    def __init__(self, store: PartitionStore, number: int, loader: str) -> None:
        self._store, self._split, self._loader = store, number, loader
        self._records: list[AcceptedRecord] = []
        self._bytes = 0
        self._part = self._problem_part = 0
        self._next = number * RECORD_IDS_PER_SPLIT
        self._problems: list[tuple[str, str, str, str]] = []
        self.items = 0

    def add(self, file: str, portion: RecordBatch) -> None:
        """Add a batch of a file."""
        self.items += len(portion.items)
        for item in portion.items:
            if isinstance(item, RejectedRecord):
                self._problems.append(("rejects", file, item.place, item.reason))
                continue
            self._records.append(item)
            self._bytes += len(item.statement)
            self._problems += [
                ("dropped_values", file, describe_position(item.source, item.key), message)
                for message in item.dropped_values
            ]
        if portion.read_error is not None:
            read = f"after item {portion.offset}" if portion.offset else ""
            self._problems.append(("unreadable", file, read, portion.read_error))
        if self._bytes >= PART_BYTES:
            self._write()
        if len(self._problems) >= REJECTS_PER_PART:
            self._write_problems()

    def end(self) -> None:
        """Write the remaining records and rejects."""
        if self._records or not self._part:
            self._write()
        if self._problems or not self._problem_part:
            self._write_problems()

    def _write(self) -> None:
        records, self._records, self._bytes = self._records, [], 0
        columns: dict[str, Sequence[object]] = {
            "n": range(self._next, self._next + len(records)),
            "loader": [self._loader] * len(records),
            "source": [record.source for record in records],
            "key": [record.key for record in records],
            "revised": [record.revised for record in records],
            "in_passing": [record.in_passing for record in records],
            "kind": [encoded_kind(record.statement) for record in records],
            "statement": [record.statement for record in records],
            "keys": [match_keys(decoded(record.statement)) for record in records],
        }
        self._store.write("read", self._split, columns, part=self._part)
        self._next += len(records)
        self._part += 1

    def _write_problems(self) -> None:
        messages, self._problems = self._problems, []
        kinds, files, places, reasons = map(list, zip(*messages, strict=True)) if messages else ([], [], [], [])
        values = {"kind": kinds, "file": files, "place": places, "reason": reasons}
        columns: dict[str, Sequence[object]] = {"loader": [self._loader] * len(messages), **values}
        self._store.write("rejects", self._split, columns, part=self._problem_part)
        self._problem_part += 1


def extract_split(store: PartitionStore, number: int) -> int:
    """Extract a split; return its number of items. Raises SourceFileError if a lookup file of the source is missing."""
    folder = store.folder / PLAN
    split = _splits(folder)[number]
    files, reader = _open_reader(folder, split.loader)
    parts = PartWriter(store, number, split.loader)
    for file in files[split.first : split.last]:
        for batch in iter_batches(split.loader, reader, file):
            parts.add(file.display_name, batch)
    parts.end()
    return parts.items


@lru_cache(maxsize=1)
def _splits(folder: Path) -> Sequence[plan.Split]:
    return plan.splits(folder)


@lru_cache(maxsize=1)
def _open_reader(folder: Path, loader: str) -> tuple[Sequence[SourceFile], Reader]:
    """Return a source's files and its reader, created once per process because readers may open some of the files."""
    files = plan.files(folder, loader)
    return files, sources()[loader].start(files)


EVERY_S = 15.0
"""Interval of progress reports in seconds."""
LISTED = 100_000
"""Maximum number of rejects listed per source; the counts include all."""


def extract_sources(
    source_inputs: Sequence[SourceInput], store: PartitionStore, executor: PartitionExecutor, report: ReportProgress
) -> list[Summary]:
    """Extract all sources; return a summary of each, in which `new` counts all accepted records.

    Raises ArchiveError for an unreadable path, SourceFileError if no file belongs to the source or a lookup file is
    missing, or ExecutorError.
    """
    with ExitStack() as stack:
        files: dict[str, Sequence[SourceFile]] = {}
        left_out: dict[str, list[Reject]] = {}
        splits: list[plan.Split] = []
        for source_input in source_inputs:
            source_files = stack.enter_context(
                archive.open_files(source_input.paths, source_input.source.accepts, within=store.folder)
            )
            splits += plan.plan_splits(source_input, source_files)
            files[source_input.source.name] = source_files
            left_out[source_input.source.name] = skipped_files(source_files.left_out)
            source_input.inputs.extend(file.name for file in source_files)
        plan.write(store.folder / PLAN, splits, files)
        summaries = {
            name: Summary(loader=name, load=new_id("l"), files=len(entries)) for name, entries in files.items()
        }
        for name, rejects in left_out.items():
            summaries[name].unreadable += rejects
        with _watched(store, splits, report) as done:
            for number, items in executor.map_unordered(extract_split, store.folder, range(len(splits))):
                summaries[splits[number].loader].read += items
                done.append(number)
    _count(store, summaries)
    return list(summaries.values())


def _count(store: PartitionStore, summaries: Mapping[str, Summary]) -> None:
    """Count the rejects of each source, and list the first ones."""
    for path in store.parts("rejects"):
        for loader, kind, *details in store.rows(Path(path), ("loader", "kind", "file", "place", "reason")):
            summary = summaries[str(loader)]
            summary.rejected += kind == "rejects"
            summary.dropped_value_count += kind == "dropped_values"
            listed: list[Reject] = getattr(summary, str(kind))
            if len(listed) < LISTED:
                listed.append(Reject(*map(str, details)))
    for summary in summaries.values():
        summary.new = summary.read - summary.rejected


@contextmanager
def _watched(store: PartitionStore, splits: Sequence[plan.Split], report: ReportProgress) -> Generator[list[int]]:
    """Report progress in the background, from the completed splits in the yielded list and the parts written so far."""
    done: list[int] = []
    ended = Event()
    total_size = sum(split.size for split in splits)
    files = sum(split.last - split.first for split in splits)

    def watch() -> None:
        while not ended.wait(EVERY_S):
            over = [splits[number] for number in done]
            records = store.count("read")
            counts = Counts(sum(split.last - split.first for split in over), files, records)
            report(Progress(sum(split.size for split in over), total_size, records, LOADING, counts))

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield done
    finally:
        ended.set()
        watcher.join()
