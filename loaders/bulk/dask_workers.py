"""The workers of a Dask cluster: which there are, and whether each can do the work."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from loaders.bulk.hands import HandsError
from loaders.bulk.shelf import SEED

SHOWN = 3
START = "dask worker {address} --nworkers auto --nthreads 1"


def check(client: Any, address: str, ours: str) -> None:  # noqa: ANN401 distributed.Client, which may not be installed
    """Raise HandsError where there are no workers, or where they or the scheduler could not do the work."""
    workers = now(client)
    start = START.format(address=address)
    if not workers:
        raise HandsError(f"The scheduler has no workers. `{start}` starts some.")
    if busy := _named(name for name, one in workers.items() if one["nthreads"] != 1):
        raise HandsError(f"{busy} would run several parts in one process: start workers by `{start}`.")
    versions = _asked(client, _version)
    if bare := _named(name for name, theirs in versions.items() if isinstance(theirs, Exception)):
        why = next(theirs for theirs in versions.values() if isinstance(theirs, Exception))
        raise HandsError(f"{bare} cannot run Byline ({_words(why)}): install Byline {ours} there, as here.")
    if others := _named(name for name, theirs in versions.items() if theirs != ours):
        raise HandsError(f"{others} run another Byline than {ours}, as this process does: install the same there.")
    try:
        client.run_on_scheduler(_version)  # it unpacks what is handed out
    except ImportError as error:
        raise HandsError(
            f"The scheduler at {address} cannot run Byline ({error}): install Byline {ours} there, as here."
        ) from None


def see(client: Any, folder: Path) -> None:  # noqa: ANN401 as above
    """Raise HandsError where a worker does not see the working folder."""
    if blind := _named(name for name, sees in _asked(client, _sees, folder).items() if sees is not True):
        raise HandsError(
            f"{blind} cannot see {folder}: the workers of a cluster share it, and the files to read, under one "
            "path. Name a shared folder with --to, or in BYLINE_HOME."
        )


def now(client: Any) -> Mapping[str, Mapping[str, Any]]:  # noqa: ANN401 as above
    """Return the workers that there are, by their addresses."""
    return cast("Mapping[str, Mapping[str, Any]]", client.scheduler_info(n_workers=-1)["workers"])


def _asked(client: Any, question: Callable[..., object], *what: object) -> Mapping[str, object]:  # noqa: ANN401
    """Ask every worker; return what each answers, an exception where it cannot. One that has gone has no say."""
    answers = cast("dict[str, object]", client.run(question, *what, on_error="return"))
    return {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}


def _words(error: Exception) -> str:
    """Return what an exception says; one that Dask packed into another has only its name and arguments as text."""
    told = str(error)
    return told.split("(", 1)[1].rstrip(")").strip("\"'") if told.endswith(")") and "Error(" in told else told


def _named(workers: Iterable[str]) -> str:
    """Name workers, the first few where they are many; none: an empty text."""
    names = sorted(workers)
    more = f" and {len(names) - SHOWN} more workers" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _sees(folder: Path) -> bool:
    return os.path.exists(folder / SEED)  # noqa: PTH110 that of a path raises where its folder may not be read


def _version() -> str:
    return version("byline")
