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

from byline.cli import error_messages as words
from byline.local_neo4j.error_handling import handle_server_errors
from byline.settings import SettingError, Settings, load_settings
from cypher.catalog import CatalogError
from cypher.driver.errors import GraphError
from loaders.records.errors import printable_path

if TYPE_CHECKING:
    from byline.local_neo4j.process import Managed
    from cypher.driver.client import Address, Graph

T = TypeVar("T")
WIDE = 200
"""Columns of a table where no terminal and no COLUMNS says how many there are: in a pipe a row stays one line."""
# What is printed is what was said: brackets in a title are no markup, `:smile:` is no picture.
out = Console(
    width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDE, markup=False, highlight=False, emoji=False
)
err = Console(stderr=True, markup=False, highlight=False, emoji=False)


def print_status(text: str) -> None:
    """Print a line of progress to standard error, so that standard output is the answer alone."""
    err.print(printable_path(text), soft_wrap=True)


def fail(text: str, code: int = 1) -> typer.Exit:
    """Print what went wrong and return the exit to raise."""
    err.print(printable_path(text), style="red", soft_wrap=True)
    return typer.Exit(code)


def write(path: Path, text: str) -> None:
    """Write a file that the person named. Raises typer.Exit where that cannot be done."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror}. Name another file.") from None


@contextmanager
def handle_errors() -> Generator[None]:
    """Turn the errors that Byline knows into words and exit code 1."""
    with handle_server_errors():
        try:
            yield
        except GraphError as error:
            raise fail(words.format_graph_error(error)) from None
        except CatalogError as error:
            raise fail(str(error)) from None
        except SettingError as error:
            raise fail(f"A setting has a value that it cannot have:\n{error}") from None


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run asynchronous work to its end, with these manners; a signal cancels it."""
    with handle_errors():
        return anyio.run(lambda: cancel_on_signal(work()), backend_options={"use_uvloop": True})
    raise AssertionError  # pragma: no cover - `mannered` never swallows


def run_with_graph(
    work: Callable[["Graph"], Awaitable[T]], settings: Settings | None = None, *, migrated: bool = False
) -> T:
    """Do asynchronous work over the graph that the settings mean, started if need be, with these manners.

    With `migrated` the work needs the migrations: where some are not applied, that is said instead.
    """
    from byline.cli.connection import connect, open_graph  # noqa: PLC0415 help must not pay 0.4 s for the driver
    from byline.local_neo4j.watchdog import run_while_alive  # noqa: PLC0415 as above
    from cypher.migrate import pending  # noqa: PLC0415 as above

    async def over(address: "Address", managed: "Managed | None", wanted: Settings) -> T:
        async with open_graph(address, wanted) as graph:
            await graph.verify()
            if migrated and await pending(graph):
                raise fail("The database has not all of Byline's indexes yet. Run: byline migrate")
            return await run_while_alive(work(graph), managed, graph)

    with handle_errors():
        wanted = settings or load_settings()
        with connect(wanted, print_status) as (address, managed):
            return run(lambda: over(address, managed, wanted))
    raise AssertionError  # pragma: no cover - as above


async def cancel_on_signal(work: Coroutine[Any, Any, T]) -> T:
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
