"""What `byline load` does: chooses the source, loads while it shows how far it is, and reports."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import typer

from byline.commands.manners import fail, mannered, on_graph, say
from byline.load_failures import all_refused, nothing_read
from byline.load_progress import shown
from byline.load_report import report
from byline.reject_file import RejectFile, RejectFileError
from byline.settings import Settings, settled
from cypher.migrate import migrate, pending
from cypher.run import Graph
from loaders.bulk.asked import Asked as OneOfSeveral
from loaders.files.archive import ArchiveError
from loaders.refused import SourceError
from loaders.run import Wishes
from loaders.run import load as run
from loaders.source import Source, sources
from loaders.streaming.crew import WorkerError
from loaders.summary import Summary
from resolvers.version import __version__


class Asked(NamedTuple):
    """What a person asks to be loaded: a source's name, files, or the name of a bundled one, and where refusals go."""

    source: str
    paths: tuple[Path, ...]
    only: str | None
    rejects: Path | None


class How(NamedTuple):
    """How to load: as a dry run, on from where it was broken off, read by so many processes (None: as is set)."""

    dry: bool = False
    resume: bool = False
    workers: int | None = None


def load(asked: Asked, how: How, *, as_json: bool) -> None:
    """Load and report. Raises typer.Exit where something cannot be read or written."""
    source, given = _chosen(asked)
    settings, listed = _prepared(source.name, asked.rejects, dry=how.dry)
    workers = settings.workers if how.workers is None else how.workers
    wishes = Wishes(dry=how.dry, resume=how.resume, version=__version__, workers=workers, rejects=listed)
    summary = on_graph(lambda graph: _load(graph, source, given, wishes), settings)
    report(summary, listed, as_json=as_json, dry=how.dry)
    if why := nothing_read([summary], {source.name: source.expects}) or all_refused(
        [summary], listed.read(summary.rejects)
    ):
        raise fail(why)
    if summary.unreadable:
        raise typer.Exit(1)


def several(asked: Asked, beside: Sequence[str]) -> list[OneOfSeveral]:
    """Return the sources of a bulk load, each with all its paths: the one asked for, and every `SOURCE=PATH` beside it.

    Raises typer.Exit for what is none.
    """
    found: dict[str, tuple[Source, list[Path]]] = {}
    for one in (asked, *map(_beside, beside)):
        source, paths = _chosen(one)
        found.setdefault(source.name, (source, []))[1].extend(paths)
    return [OneOfSeveral(source, tuple(paths)) for source, paths in found.values()]


def _beside(said: str) -> Asked:
    name, equals, path = said.partition("=")
    if not equals or not path:
        raise refused(f"--with takes SOURCE=PATH, and {said!r} has no {'path' if equals else '='}.")
    return Asked(name, (Path(path).expanduser(),), None, None)


def refused(text: str) -> typer.Exit:
    """Say that options do not go together, and return the exit to raise."""
    return fail(text, code=2)


def _chosen(asked: Asked) -> tuple[Source, Sequence[Path]]:
    """Return the source and its files. Raises typer.Exit for a source or a bundled file that there is not."""
    known = sources()
    if asked.source not in known:
        raise fail(f"There is no source {asked.source!r}. Sources are: {', '.join(known)}.", code=2)
    source = known[asked.source]
    if asked.only is not None and (asked.paths or not source.bundled):
        bundled = ", ".join(name for name, one in known.items() if one.bundled)
        why = "paths were given as well" if asked.paths else f"{source.name} has none"
        raise fail(f"--only names a file that comes with Byline, and {why}. Sources that have some: {bundled}.", code=2)
    try:
        return source, asked.paths or (source.bundle(asked.only),)
    except SourceError as error:
        text = str(error) if source.bundled else f"Which file? For example: {source.example}"
        raise fail(text, code=2) from None


def _prepared(source: str, rejects: Path | None, *, dry: bool) -> tuple[Settings, RejectFile]:
    """Return the settings and where refused records go. Raises typer.Exit where that file could not be written."""
    with mannered():
        settings = settled()
    listed = RejectFile(rejects) if rejects else RejectFile.of(settings.home, source, dry=dry)
    try:
        listed.check()
    except OSError as error:
        what = f"{listed.path}, the list of refused records, cannot be written: {error.strerror}."
        raise fail(f"{what} Nothing was read. Name another file with --rejects.") from None
    return settings, listed


async def _load(graph: Graph, source: Source, paths: Sequence[Path], wishes: Wishes) -> Summary:
    """Load until done or told to stop; what was acknowledged by then stays."""
    try:
        await (pending(graph) if wishes.dry else migrate(graph))
        async with shown(source.name) as tell:
            summary = await run(graph, source, paths, replace(wishes, tell=tell))
        if wishes.resume and not summary.resumed:
            say("No load of these paths was broken off: this one began at their start.")
        return summary
    except asyncio.CancelledError:
        say("What was loaded so far stays; go on with --resume.")
        raise
    except RejectFileError as error:
        raise fail(
            str(error) if wishes.dry else f"{error} What was loaded so far stays; go on with --resume."
        ) from None
    except (ArchiveError, SourceError, WorkerError) as error:
        raise fail(str(error)) from None
