"""What `byline load` says at its end: a table that adds up, why records were refused, what else one should know."""

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

VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|: .*$|\d[\d,.]*")
"""What differs between two refusals for one reason: quoted values, what follows a colon, numbers."""


def nothing_read(summaries: Sequence[Summary], expects: Mapping[str, str]) -> str | None:
    """Return what to say of each source of which nothing was read, and what it expects; None where there is none."""
    messages: list[str] = []
    for summary in summaries:
        if not summary.read:
            whose = f" of {summary.loader}" if len(summaries) > 1 else ""
            expected = "" if summary.unreadable else f" Expected: {expects[summary.loader]}."
            messages.append(f"Nothing was read{whose}.{expected}")
    return " ".join(messages) or None


def all_refused(summaries: Sequence[Summary], listed: Iterable[Reject] | None = None) -> str | None:
    """Return what to say where records were read and not one could be used; None where one could.

    `listed` are the refusals, where there may be more of them than the summaries keep.
    """
    rejected = sum(summary.rejected for summary in summaries)
    if not rejected or any(summary.read > summary.rejected for summary in summaries):
        return None
    rejects = (reject for summary in summaries for reject in summary.rejects) if listed is None else listed
    often = next(iter(grouped(rejects)), "none is listed")
    what = "the one record that was read was" if rejected == 1 else f"all {rejected:,} records that were read were"
    return f"Nothing could be used: {what} refused, most often for this reason: {often}"


def grouped(rejects: Iterable[Reject]) -> list[str]:
    """Return the reasons of refusals with how often each came, the most frequent first, an example where they vary."""
    counts, first, varied = Counter[str](), dict[str, str](), set[str]()
    for reject in rejects:
        kind = VARYING.sub("_", reject.reason)
        counts[kind] += 1
        if first.setdefault(kind, reject.reason) != reject.reason:
            varied.add(kind)
    return [f"{count:,} x {'such as: ' if kind in varied else ''}{first[kind]}" for kind, count in counts.most_common()]


SHOWN = 5
"""How many of a kind the terminal shows."""
DRY = (
    "Nothing was written to the graph. A dry run settles every 2,000 records by themselves and with what is in the "
    "graph, not with earlier ones of the same run: a load may merge more, and tell more conflicts and ambiguous names."
)


def report(summary: Summary, rejects: RejectFile, *, as_json: bool, dry: bool, loaded: bool = True) -> None:
    """Say what a load came to, and list in a file what was refused and is not yet: where not `loaded`, what was read.

    Raises typer.Exit where the list cannot be written.
    """
    if as_json:
        out.print_json(msgspec.json.encode(_summary_to_json(summary, rejects, dry=dry)).decode())
    else:
        if summary.read:
            out.print(_table(summary, dry=dry) if loaded else _table_of_read(summary))
            if spent := summary.spent.format():
                out.print(f"{format_duration(summary.spent.whole_s)}, {spent}", highlight=False, soft_wrap=True)
        reasons = grouped(rejects.read_rejects(summary.rejects))
        _tell("Rejected, by reason", reasons, len(reasons), "reasons")
        conflicts, values = summary.conflict_count, summary.dropped_value_count
        _tell("Conflicts", summary.conflicts, conflicts, f"conflicts: {_in_json(summary.conflicts, conflicts)}")
        aside = [f"{entry.place}: {entry.reason}" for entry in summary.dropped_values]
        _tell("Set aside", aside, values, f"values: {_in_json(aside, values)}")
        _tell_unreadable(summary.unreadable)
        if dry and summary.read:
            print_status(DRY)
    _list(summary, rejects, as_json=as_json)


def _list(summary: Summary, rejects: RejectFile, *, as_json: bool) -> None:
    """List what was refused in a file, unless it is. Raises typer.Exit where that cannot be written."""
    if summary.rejects:
        try:
            if not rejects.listed:
                rejects.add(summary.rejects)
        except RejectFileError as error:
            raise fail(str(error)) from None
        if not as_json:
            part = "" if rejects.listed == summary.rejected else f" ({rejects.listed:,} of {summary.rejected:,})"
            print_status(f"What was refused is listed with its place and reason{part} in {rejects.path}")


def report_all(summaries: Sequence[Summary], home: Path, *, as_json: bool, loaded: bool = True) -> None:
    """Say what the sources of a bulk load came to, or were read as; as JSON, several are one list.

    Raises typer.Exit where a list of refused records cannot be written.
    """
    lists = [(summary, RejectFile.for_source(home, summary.loader)) for summary in summaries]
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
        table.add_row("unreadable", f"{len(summary.unreadable):,}", "files, or the ends of files")
    return table


def _table(summary: Summary, *, dry: bool) -> Table:
    title = "nothing could be used" if all_refused([summary]) else "what a load would do" if dry else "loaded"
    again = ", what came before it was broken off included" if summary.resumed else ""
    table = _empty_table(f"{summary.loader}: {title}{again}")
    table.add_row("read", f"{summary.read:,}", f"{_files(summary)}: written + unchanged + rejected")
    table.add_row("written", f"{summary.written_count:,}", f"{summary.new:,} new, {summary.changed:,} changed")
    table.add_row("unchanged", f"{summary.unchanged:,}", "; ".join(_of_the_unchanged(summary)))
    table.add_row("rejected", f"{summary.rejected:,}", "")
    table.add_row("merged", f"{summary.merged:,}", "of the written: told by other records too")
    for name, count, note in (
        ("authorships", summary.authorships, "names in the by-lines of the written"),
        ("authors", summary.authorship_edges, "people there: twice in one by-line is once"),
        ("cut", summary.collaborations_cut, "papers of over 100 authors: no collaborations"),
        ("conflicts", summary.conflict_count, "ids that several state who are not one"),
        ("ambiguous", summary.ambiguous, "people without an id who may be several"),
        ("set aside", summary.dropped_value_count, "values too long, dates and years that are none"),
        ("unreadable", len(summary.unreadable), "files, or the ends of files"),
    ):
        if count:
            table.add_row(name, f"{count:,}", note)
    return table


def _of_the_unchanged(summary: Summary) -> Iterator[str]:
    if summary.older:
        yield f"{summary.older:,} of them older than what is there"
    if summary.superseded:
        have = "has" if summary.superseded == 1 else "have"
        yield f"{summary.superseded:,} {have} the key of another, which counts instead"


def _in_json(entries: Sequence[str], count: int) -> str:
    return "--json lists all" if len(entries) == count else f"--json lists {len(entries):,}"


def _tell(what: str, lines: Sequence[str], count: int, more: str) -> None:
    if not lines:
        return
    out.print(f"{what}:", highlight=False)
    for line in lines[:SHOWN]:
        out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
    if count > SHOWN:
        out.print(f"  and {count - SHOWN:,} more {more}", highlight=False)


def _tell_unreadable(files: Sequence[Reject]) -> None:
    for file in files[:SHOWN]:
        end = f" to its end, {file.place}" if file.place else ""
        err.print(
            f"{file.file} could not be read{end}: {file.reason}",
            style="red",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if len(files) > SHOWN:
        err.print(f"and {len(files) - SHOWN:,} more files: --json lists all", style="red", highlight=False)
