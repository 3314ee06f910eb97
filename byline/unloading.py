"""What `byline unload` does: checks what is asked, takes records out, and says how many there were."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from byline.commands.manners import fail, on_graph, out, say
from byline.load_progress import EVERY_S
from byline.settings import settled
from cypher.migrate import migrate, pending
from cypher.run import Graph
from loaders.absent import AbsentError, Release
from loaders.files.archive import ArchiveError
from loaders.records.record import BYLINE
from loaders.refused import SourceError
from loaders.source import sources
from loaders.streaming.crew import WorkerError
from loaders.unload import Taken, Which
from loaders.unload import unload as take_out


class Asked(NamedTuple):
    """Whose records are to go: a loader's; of one source alone; those that files have no more."""

    loader: str
    only: str | None
    paths: Sequence[Path]
    despite_refused: bool
    workers: int | None


def unload(asked: Asked, *, dry: bool, as_json: bool) -> None:
    """Take out records of a loader, and report. Raises typer.Exit where there is none, or where nothing can be told."""
    which = _which(asked, dry=dry)
    taken = on_graph(lambda graph: _unload(graph, asked.loader, which))
    if as_json:
        of = {"source": asked.loader, "only": asked.only, "dry_run": dry}
        print(msgspec.json.encode({**of, **_counts(taken)}).decode())  # noqa: T201 for programs: no wrapping
        return
    out.print(_said(asked, taken, dry=dry), soft_wrap=True)


def _which(asked: Asked, *, dry: bool) -> Which:
    known = sources()
    if asked.loader not in known and asked.loader != BYLINE:
        mapped = f"For what a mapping of that name brought: byline unload table --only {asked.loader}"
        raise fail(f"There is no source {asked.loader!r}. Sources are: {', '.join((*known, BYLINE))}. {mapped}", code=2)
    if not asked.paths:
        if asked.despite_refused or asked.workers is not None:
            raise fail("--despite-refused and --workers are for --not-in.", code=2)
        return Which(asked.only, dry=dry)
    if asked.loader == BYLINE:
        raise fail("The topics that byline classify gave are in no file: --not-in is for sources.", code=2)
    source = known[asked.loader]
    if source.several and asked.only is None:
        why = f"The files of {source.name} name the source whose word they are, and others' are not to go with it"
        raise fail(f"{why}: with --not-in say which one by --only NAME.", code=2)
    workers = settled().workers if asked.workers is None else asked.workers
    return Which(asked.only, Release(source, asked.paths, workers, asked.despite_refused), dry)


async def _unload(graph: Graph, loader: str, which: Which) -> Taken:
    try:
        await (pending(graph) if which.dry else migrate(graph))
        return await take_out(graph, loader, which, _Lines())
    except (AbsentError, ArchiveError, SourceError, WorkerError) as error:
        raise fail(str(error)) from None


class _Lines:
    """Says how far it is, now and then."""

    def __init__(self) -> None:
        self._said_at = time.monotonic()

    def __call__(self, doing: str) -> None:
        """Take in how far it is."""
        if time.monotonic() - self._said_at >= EVERY_S:
            self._said_at = time.monotonic()
            say(f"{doing}.")


def _counts(taken: Taken) -> dict[str, object]:
    first = [{"source": one.source, "key": one.key} for one in taken.first]
    return {"gone": taken.gone, "stay": taken.there - taken.gone, "unidentified": taken.nameless, "first": first}


def _said(asked: Asked, taken: Taken, *, dry: bool) -> str:
    whose = asked.loader if asked.only is None else f"{asked.loader} that name {asked.only} as their source"
    done = "would be taken out" if dry else "taken out"
    lines = [f"{_number(taken.gone)} of {whose} {done}{_staying(asked, taken)}."]
    if taken.nameless:
        lines.append(f"{_number(taken.nameless)} of the files could not be read, nor be told apart.")
    if dry and taken.gone:
        more = taken.gone - len(taken.first)
        lines += [f"  {one.source}:{one.key}" for one in taken.first]
        lines += [f"  and {more:,} more"] if more else []
    return "\n".join(lines)


def _staying(asked: Asked, taken: Taken) -> str:
    stay = taken.there - taken.gone
    return f"; {stay:,} that the files have stay{'s' if stay == 1 else ''}" if asked.paths else ""


def _number(count: int) -> str:
    return f"{count:,} record{'' if count == 1 else 's'}"
