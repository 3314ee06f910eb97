"""What `byline load` says at its end: a table that adds up, why records were refused, what else one should know."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.table import Table

from byline.commands.manners import err, fail, out, say
from byline.load_failures import all_refused, grouped
from byline.load_pace import lasting
from byline.reject_file import RejectFile, RejectFileError
from loaders.files.file_names import legible
from loaders.streaming.reading import Reject
from loaders.summary import Summary

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
        out.print_json(msgspec.json.encode(_said(summary, rejects, dry=dry)).decode())
    else:
        if summary.read:
            out.print(_table(summary, dry=dry) if loaded else _table_of_read(summary))
            if spent := summary.spent.line():
                out.print(f"{lasting(summary.spent.whole_s)}, {spent}", highlight=False, soft_wrap=True)
        reasons = grouped(rejects.read(summary.rejects))
        _tell("Rejected, by reason", reasons, len(reasons), "reasons")
        conflicts, values = summary.conflict_count, summary.set_aside_count
        _tell("Conflicts", summary.conflicts, conflicts, f"conflicts: {_in_json(summary.conflicts, conflicts)}")
        aside = [f"{one.place}: {one.reason}" for one in summary.set_aside]
        _tell("Set aside", aside, values, f"values: {_in_json(aside, values)}")
        _tell_unreadable(summary.unreadable)
        if dry and summary.read:
            say(DRY)
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
            say(f"What was refused is listed with its place and reason{part} in {rejects.path}")


def report_all(summaries: Sequence[Summary], home: Path, *, as_json: bool, loaded: bool = True) -> None:
    """Say what the sources of a bulk load came to, or were read as; as JSON, several are one list.

    Raises typer.Exit where a list of refused records cannot be written.
    """
    lists = [(one, RejectFile.of(home, one.loader)) for one in summaries]
    if not as_json or len(lists) == 1:
        for summary, rejects in lists:
            report(summary, rejects, as_json=as_json, dry=False, loaded=loaded)
        return
    out.print_json(msgspec.json.encode([_said(*one, dry=False) for one in lists]).decode())
    for summary, rejects in lists:
        _list(summary, rejects, as_json=True)


def _said(summary: Summary, rejects: RejectFile, *, dry: bool) -> dict[str, object]:
    said: dict[str, object] = msgspec.to_builtins(summary)
    said |= {"written": summary.written, "dry": dry, "rejectFile": legible(rejects.path) if summary.rejects else None}
    said["spent"] = {**msgspec.to_builtins(summary.spent), "limit": summary.spent.limit}
    for name in ("rejects", "set_aside", "unreadable"):
        said[name] = [one._asdict() for one in getattr(summary, name)]
    return said


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
    table.add_row("written", f"{summary.written:,}", f"{summary.new:,} new, {summary.changed:,} changed")
    table.add_row("unchanged", f"{summary.unchanged:,}", "; ".join(_of_the_unchanged(summary)))
    table.add_row("rejected", f"{summary.rejected:,}", "")
    table.add_row("merged", f"{summary.merged:,}", "of the written: told by other records too")
    for name, count, note in (
        ("authorships", summary.authorships, "names in the by-lines of the written"),
        ("authors", summary.authorship_edges, "people there: twice in one by-line is once"),
        ("cut", summary.collaborations_cut, "papers of over 100 authors: no collaborations"),
        ("conflicts", summary.conflict_count, "ids that several state who are not one"),
        ("ambiguous", summary.ambiguous, "people without an id who may be several"),
        ("set aside", summary.set_aside_count, "values too long, dates and years that are none"),
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


def _in_json(kept: Sequence[str], count: int) -> str:
    return "--json lists all" if len(kept) == count else f"--json lists {len(kept):,}"


def _tell(what: str, lines: Sequence[str], count: int, more: str) -> None:
    if not lines:
        return
    out.print(f"{what}:", highlight=False)
    for line in lines[:SHOWN]:
        out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
    if count > SHOWN:
        out.print(f"  and {count - SHOWN:,} more {more}", highlight=False)


def _tell_unreadable(files: Sequence[Reject]) -> None:
    for one in files[:SHOWN]:
        end = f" to its end, {one.place}" if one.place else ""
        err.print(
            f"{one.file} could not be read{end}: {one.reason}",
            style="red",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if len(files) > SHOWN:
        err.print(f"and {len(files) - SHOWN:,} more files: --json lists all", style="red", highlight=False)
