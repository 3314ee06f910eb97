"""How every command behaves: errors in words with an exit code, signals as an orderly end, one event loop."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import typer
from rich.console import Console

from byline import words
from byline.neo4j_server.terminal import plainly
from byline.settings import SettingError, Settings, settled
from cypher.catalog import CatalogError
from cypher.errors import GraphError
from loaders.files.file_names import legible

if TYPE_CHECKING:
    from byline.neo4j_server.process import Managed
    from cypher.run import Address, Graph

T = TypeVar("T")
WIDE = 200
"""Columns of a table where no terminal and no COLUMNS says how many there are: in a pipe a row stays one line."""
# What is printed is what was said: brackets in a title are no markup, `:smile:` is no picture.
out = Console(
    width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDE, markup=False, highlight=False, emoji=False
)
err = Console(stderr=True, markup=False, highlight=False, emoji=False)


def say(text: str) -> None:
    """Print a line of progress to standard error, so that standard output is the answer alone."""
    err.print(legible(text), soft_wrap=True)


def fail(text: str, code: int = 1) -> typer.Exit:
    """Print what went wrong and return the exit to raise."""
    err.print(legible(text), style="red", soft_wrap=True)
    return typer.Exit(code)


def write(path: Path, text: str) -> None:
    """Write a file that the person named. Raises typer.Exit where that cannot be done."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror}. Name another file.") from None


@contextmanager
def mannered() -> Generator[None]:
    """Turn the errors that Byline knows into words and exit code 1."""
    with plainly():
        try:
            yield
        except GraphError as error:
            raise fail(words.of(error)) from None
        except CatalogError as error:
            raise fail(str(error)) from None
        except SettingError as error:
            raise fail(f"A setting has a value that it cannot have:\n{error}") from None


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run asynchronous work to its end, with these manners; a signal cancels it."""
    with mannered():
        return anyio.run(lambda: stoppable(work()), backend_options={"use_uvloop": True})
    raise AssertionError  # pragma: no cover - `mannered` never swallows


def on_graph(work: Callable[["Graph"], Awaitable[T]], settings: Settings | None = None, *, migrated: bool = False) -> T:
    """Do asynchronous work over the graph that the settings mean, started if need be, with these manners.

    With `migrated` the work needs the migrations: where some are not applied, that is said instead.
    """
    from byline.connection import graph_at, reached  # noqa: PLC0415 help must not pay 0.4 s for the driver
    from byline.watch import beside  # noqa: PLC0415 as above
    from cypher.migrate import pending  # noqa: PLC0415 as above

    async def over(address: "Address", managed: "Managed | None", wanted: Settings) -> T:
        async with graph_at(address, wanted) as graph:
            await graph.verify()
            if migrated and await pending(graph):
                raise fail("The database has not all of Byline's indexes yet. Run: byline migrate")
            return await beside(work(graph), managed, graph)

    with mannered():
        wanted = settings or settled()
        with reached(wanted, say) as (address, managed):
            return run(lambda: over(address, managed, wanted))
    raise AssertionError  # pragma: no cover - as above


async def stoppable(work: Coroutine[Any, Any, T]) -> T:
    """Do the work; SIGINT and SIGTERM cancel it, so that it ends in order. Raises KeyboardInterrupt for the signal.

    An exception raised by a handler amid the loop is lost where it meets a finalizer, or taken for a driver's failure.
    """
    task = asyncio.ensure_future(work)
    came: list[int] = []

    def stop(number: int) -> None:
        came.append(number)
        task.cancel()

    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except BaseException:
        if came:
            raise KeyboardInterrupt(came[0]) from None
        raise
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
