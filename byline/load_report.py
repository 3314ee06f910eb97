"""What `byline load` says at its end: a table that adds up, why records were refused, what else one should know."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.table import Table

from byline.commands.manners import err, fail, out, say
from byline.load_pace import lasting
from byline.reject_file import RejectFile
from loaders.files.file_names import legible
from loaders.streaming.reading import Reject
from loaders.summary import Summary

SHOWN = 5
"""How many of a kind the terminal shows; --json has them all."""
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|: .*$|\d[\d,.]*")
"""What differs between two refusals for one reason: quoted values, what follows a colon, numbers."""
DRY = (
    "Nothing was written to the graph. A dry run settles every 2,000 records by themselves and with what is in the "
    "graph, not with earlier ones of the same run: a load may merge more, and tell more conflicts and ambiguous names."
)


def report(summary: Summary, rejects: RejectFile, *, as_json: bool, dry: bool, loaded: bool = True) -> None:
    """Say what a load came to, and list what was refused in a file: where it was not `loaded`, what was read.

    Raises typer.Exit where the list cannot be written.
    """
    if as_json:
        out.print_json(msgspec.json.encode(_said(summary, rejects, dry=dry)).decode())
    else:
        if summary.read:
            out.print(_table(summary, dry=dry) if loaded else _table_of_read(summary))
            if spent := summary.spent.line():
                out.print(f"{lasting(summary.spent.whole_s)}, {spent}", highlight=False, soft_wrap=True)
        _tell("Rejected, by reason", grouped(summary.rejects), "reasons")
        _tell("Conflicts", summary.conflicts, "conflicts: --json lists all")
        _tell("Set aside", [f"{one.place}: {one.reason}" for one in summary.set_aside], "values: --json lists all")
        _tell_unreadable(summary.unreadable)
        if dry and summary.read:
            say(DRY)
    _list(summary, rejects, as_json=as_json)


def _list(summary: Summary, rejects: RejectFile, *, as_json: bool) -> None:
    """List what was refused in a file. Raises typer.Exit where that cannot be written."""
    if summary.rejects:
        try:
            rejects.write(summary.rejects)
        except OSError as error:
            raise fail(f"{rejects.path}, the list of refused records, cannot be written: {error.strerror}.") from None
        if not as_json:
            listed = len(summary.rejects)
            part = "" if listed == summary.rejected else f" (the first {listed:,})"
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


def nothing_read(summaries: Sequence[Summary], expects: Mapping[str, str]) -> str | None:
    """Return what to say of each source of which nothing was read, and what it expects; None where there is none."""
    told: list[str] = []
    for one in summaries:
        if not one.read:
            whose = f" of {one.loader}" if len(summaries) > 1 else ""
            expected = "" if one.unreadable else f" Expected: {expects[one.loader]}."
            told.append(f"Nothing was read{whose}.{expected}")
    return " ".join(told) or None


def all_refused(summaries: Sequence[Summary]) -> str | None:
    """Return what to say where records were read and not one could be used; None where one could."""
    rejected = sum(one.rejected for one in summaries)
    if not rejected or any(one.read > one.rejected for one in summaries):
        return None
    often = next(iter(grouped([reject for one in summaries for reject in one.rejects])), "none is listed")
    what = "the one record that was read was" if rejected == 1 else f"all {rejected:,} records that were read were"
    return f"Nothing could be used: {what} refused, most often for this reason: {often}"


def grouped(rejects: Sequence[Reject]) -> list[str]:
    """Return the reasons of refusals with how often each came, the most frequent first, an example where they vary."""
    kinds: dict[str, Counter[str]] = {}
    for one in rejects:
        kinds.setdefault(VARYING.sub("_", one.reason), Counter())[one.reason] += 1
    told: list[str] = []
    for reasons in sorted(kinds.values(), key=lambda reasons: -reasons.total()):
        such_as = "such as: " if len(reasons) > 1 else ""
        told.append(f"{reasons.total():,} x {such_as}{next(iter(reasons))}")
    return told


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
        ("conflicts", len(summary.conflicts), "ids that two records of a source state"),
        ("ambiguous", summary.ambiguous, "people without an id who may be several"),
        ("set aside", len(summary.set_aside), "values too long, years that are none"),
        ("unreadable", len(summary.unreadable), "files, or the ends of files"),
    ):
        if count:
            table.add_row(name, f"{count:,}", note)
    return table


def _of_the_unchanged(summary: Summary) -> Iterator[str]:
    if summary.older:
        yield f"{summary.older:,} of them older than what is there"
    if summary.superseded:
        yield f"{summary.superseded:,} of one key with another, which counts"


def _tell(what: str, lines: Sequence[str], more: str) -> None:
    if not lines:
        return
    out.print(f"{what}:", highlight=False)
    for line in lines[:SHOWN]:
        out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
    if len(lines) > SHOWN:
        out.print(f"  and {len(lines) - SHOWN:,} more {more}", highlight=False)


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
