"""The report of `byline load`: a table of counts, reasons of rejects, conflicts and dropped values."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.table import Table

from byline.cli.output.load_progress import format_duration
from byline.cli.reject_file import RejectFile, RejectFileError
from byline.cli.runtime import err, fail, out, print_status
from loaders.pipeline.chunk_reader import Reject
from loaders.pipeline.summary import Summary
from loaders.records.errors import printable_path

VARIABLE_PARTS = re.compile(r"'[^']*'|\"[^\"]*\"|: .*$|\d[\d,.]*")
"""Parts that differ between rejects with the same reason: quoted values, text after a colon, numbers."""


def describe_empty_sources(summaries: Sequence[Summary], expects: Mapping[str, str]) -> str | None:
    """Return a message about each source without any record read, with the expected input; None if there is none."""
    messages: list[str] = []
    for summary in summaries:
        if not summary.read:
            whose = f" for {summary.loader}" if len(summaries) > 1 else ""
            expected = "" if summary.unreadable else f" Expected: {expects[summary.loader]}."
            messages.append(f"No records were read{whose}.{expected}")
    return " ".join(messages) or None


def describe_full_rejection(summaries: Sequence[Summary], listed: Iterable[Reject] | None = None) -> str | None:
    """Return a message if every record read was rejected; None if at least one was accepted or no record was rejected.

    Args:
        listed: All rejects, if the summaries keep only the first ones.
    """
    rejected = sum(summary.rejected for summary in summaries)
    if not rejected or any(summary.read > summary.rejected for summary in summaries):
        return None
    rejects = (reject for summary in summaries for reject in summary.rejects) if listed is None else listed
    most_frequent = next(iter(grouped(rejects)), "not listed")
    what = "The only record was" if rejected == 1 else f"All {rejected:,} records were"
    return f"{what} rejected. Most frequent reason: {most_frequent}"


def grouped(rejects: Iterable[Reject]) -> list[str]:
    """Return the reasons of rejects with their counts, most frequent first, and an example where the messages vary."""
    counts, first, varied = Counter[str](), dict[str, str](), set[str]()
    for reject in rejects:
        kind = VARIABLE_PARTS.sub("_", reject.reason)
        counts[kind] += 1
        if first.setdefault(kind, reject.reason) != reject.reason:
            varied.add(kind)
    return [
        f"{count:,} x {'for example: ' if kind in varied else ''}{first[kind]}" for kind, count in counts.most_common()
    ]


SHOWN = 5
"""Maximum number of entries per list on the terminal."""
DRY = (
    "Nothing was written to the graph. A dry run resolves each batch of 2,000 records against the graph, not against "
    "earlier batches of the same run: a load may merge more records and report more conflicts and ambiguous names."
)


def report(summary: Summary, rejects: RejectFile, *, as_json: bool, dry: bool, loaded: bool = True) -> None:
    """Print the report of a load, and write its rejects to a file unless they are listed already.

    Raises typer.Exit if the file cannot be written.

    Args:
        dry: The load was a dry run.
        loaded: False if the records were read but not loaded.
    """
    if as_json:
        out.print_json(msgspec.json.encode(_summary_to_json(summary, rejects, dry=dry)).decode())
    else:
        if summary.read:
            out.print(_table(summary, dry=dry) if loaded else _table_of_read(summary))
            if spent := summary.spent.format():
                out.print(f"{format_duration(summary.spent.whole_s)}, {spent}", highlight=False, soft_wrap=True)
            if summary.max_batch is not None:
                out.print(_memory_note(summary.max_batch), highlight=False, soft_wrap=True)
        reasons = grouped(rejects.iter_rejects(summary.rejects))
        _print_list("Rejected, by reason", reasons, len(reasons), "reasons")
        conflicts, values = summary.conflict_count, summary.dropped_value_count
        _print_list("Conflicts", summary.conflicts, conflicts, f"conflicts: {_in_json(summary.conflicts, conflicts)}")
        aside = [f"{entry.place}: {entry.reason}" for entry in summary.dropped_values]
        _print_list("Dropped values", aside, values, f"values: {_in_json(aside, values)}")
        _print_unreadable(summary.unreadable)
        if dry and summary.read:
            print_status(DRY)
    _list(summary, rejects, as_json=as_json)


def _memory_note(max_records: int) -> str:
    """Return a note about batches that were written in parts."""
    return (
        "Neo4j lacked the memory to write some batches at once, so the load wrote them in parts of "
        f"{'1 record' if max_records == 1 else f'{max_records:,} records'} or more. "
        "With more heap (managed Neo4j: BYLINE_NEO4J_HEAP), loads are faster."
    )


def _list(summary: Summary, rejects: RejectFile, *, as_json: bool) -> None:
    """Write the rejects to a file unless they are listed already. Raises typer.Exit if it cannot be written."""
    if summary.rejects:
        try:
            if not rejects.written_count:
                rejects.add(summary.rejects)
        except RejectFileError as error:
            raise fail(str(error)) from None
        if not as_json:
            part = (
                ""
                if rejects.written_count == summary.rejected
                else f" ({rejects.written_count:,} of {summary.rejected:,})"
            )
            print_status(f"Rejects with position and reason{part}: {rejects.path}")


def report_all(summaries: Sequence[Summary], home: Path, *, as_json: bool, loaded: bool = True) -> None:
    """Print the reports of the sources of a bulk load; as JSON, several sources form a list.

    Raises typer.Exit if a reject file cannot be written.

    Args:
        loaded: False if the records were read but not loaded.
    """
    lists = [(summary, RejectFile.default_for(home, summary.loader)) for summary in summaries]
    if not as_json or len(lists) == 1:
        for summary, rejects in lists:
            report(summary, rejects, as_json=as_json, dry=False, loaded=loaded)
        return
    out.print_json(msgspec.json.encode([_summary_to_json(*pair, dry=False) for pair in lists]).decode())
    for summary, rejects in lists:
        _list(summary, rejects, as_json=True)


def _summary_to_json(summary: Summary, rejects: RejectFile, *, dry: bool) -> dict[str, object]:
    values: dict[str, object] = msgspec.to_builtins(summary)
    values |= {
        "written": summary.written_count,
        "dry": dry,
        "rejectFile": printable_path(rejects.path) if summary.rejects else None,
    }
    values["spent"] = {**msgspec.to_builtins(summary.spent), "limit": summary.spent.bottleneck}
    for name in ("rejects", "dropped_values", "unreadable"):
        values[name] = [row._asdict() for row in getattr(summary, name)]
    return values


def _empty_table(title: str) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    return table


def _files(summary: Summary) -> str:
    return f"from {summary.files:,} file{'' if summary.files == 1 else 's'}"


def _table_of_read(summary: Summary) -> Table:
    table = _empty_table(f"{summary.loader}: read, not loaded")
    table.add_row("read", f"{summary.read:,}", _files(summary))
    table.add_row("rejected", f"{summary.rejected:,}", "")
    if summary.unreadable:
        table.add_row("unreadable", f"{len(summary.unreadable):,}", "files, entirely or in part")
    return table


def _table(summary: Summary, *, dry: bool) -> Table:
    title = "all records rejected" if describe_full_rejection([summary]) else "dry run" if dry else "loaded"
    again = ", including the interrupted load" if summary.resumed else ""
    table = _empty_table(f"{summary.loader}: {title}{again}")
    table.add_row("read", f"{summary.read:,}", f"{_files(summary)}: written + unchanged + rejected")
    if len(summary.kinds) > 1:
        table.add_row("", "", ", ".join(_format_count(*pair) for pair in summary.kinds.most_common()))
    table.add_row("written", f"{summary.written_count:,}", f"{summary.new:,} new, {summary.changed:,} changed")
    table.add_row("unchanged", f"{summary.unchanged:,}", "; ".join(_of_the_unchanged(summary)))
    table.add_row("rejected", f"{summary.rejected:,}", "")
    table.add_row("merged", f"{summary.merged:,}", "records that share an entity with others")
    for name, count, note in (
        ("authorships", summary.authorships, "author positions in the written records"),
        ("authors", summary.authorship_edges, "people in these positions, each once per paper"),
        ("cut", summary.collaborations_cut, "papers with over 100 authors: no collaborations"),
        ("conflicts", summary.conflict_count, "IDs stated by records of different entities"),
        ("ambiguous", summary.ambiguous, "names without an ID that fit several people"),
        ("dropped", summary.dropped_value_count, "values: too long, or invalid dates and years"),
        ("unreadable", len(summary.unreadable), "files, entirely or in part"),
    ):
        if count:
            table.add_row(name, f"{count:,}", note)
    return table


def _format_count(name: str, number: int) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _of_the_unchanged(summary: Summary) -> Iterator[str]:
    if summary.older:
        yield f"{summary.older:,} older than the stored version"
    if summary.superseded:
        have = "has" if summary.superseded == 1 else "have"
        yield f"{summary.superseded:,} {have} the same key as another record, which is used"


def _in_json(entries: Sequence[str], count: int) -> str:
    return "--json lists all" if len(entries) == count else f"--json lists {len(entries):,}"


def _print_list(what: str, lines: Sequence[str], count: int, more: str) -> None:
    if not lines:
        return
    out.print(f"{what}:", highlight=False)
    for line in lines[:SHOWN]:
        out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
    if count > SHOWN:
        out.print(f"  and {count - SHOWN:,} more {more}", highlight=False)


def _print_unreadable(files: Sequence[Reject]) -> None:
    for file in files[:SHOWN]:
        end = f" completely ({file.place})" if file.place else ""
        err.print(
            f"Cannot read {file.file}{end}: {file.reason}",
            style="red",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if len(files) > SHOWN:
        err.print(f"and {len(files) - SHOWN:,} more files: --json lists all", style="red", highlight=False)
