"""Runtime of all commands: error messages and exit codes, signal handling, one event loop."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import typer
from rich.console import Console

from byline.cli.error_messages import format_graph_error
from byline.local_neo4j.error_handling import handle_server_errors
from byline.settings import SettingError, Settings, load_settings
from cypher.catalog import CatalogError
from cypher.driver.errors import GraphAuthError, GraphError
from loaders.records.errors import printable_path

if TYPE_CHECKING:
    from byline.local_neo4j.server import ManagedServer
    from cypher.driver.client import Address, Graph

T = TypeVar("T")
WIDE = 200
"""Width of tables without a terminal or COLUMNS, so that in a pipe each row is one line."""
# Print text literally: Rich would read brackets in a title as markup and `:smile:` as an emoji.
out = Console(
    width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDE, markup=False, highlight=False, emoji=False
)
err = Console(stderr=True, markup=False, highlight=False, emoji=False)


def print_status(text: str) -> None:
    """Print a status line to standard error; standard output contains only results."""
    err.print(printable_path(text), soft_wrap=True)


def fail(text: str, code: int = 1) -> typer.Exit:
    """Print an error message and return the exception to raise."""
    err.print(printable_path(text), style="red", soft_wrap=True)
    return typer.Exit(code)


def usage_error(text: str) -> typer.Exit:
    """Print an error about the arguments of a command, and return the exception to raise, with exit code 2."""
    return fail(text, code=2)


def unknown_source_error(name: str, known: Iterable[str]) -> typer.Exit:
    """Print that a source is unknown, with the closest names and all names; return the exception to raise."""
    names = sorted(known)
    close = get_close_matches(name.casefold(), names, n=3, cutoff=0.5)
    suggestion = f" Did you mean {' or '.join(close)}?" if close else ""
    return usage_error(f"Unknown source {name!r}.{suggestion} Known sources: {', '.join(names)}.")


def write(path: Path, text: str) -> None:
    """Write a file that the user named. Raises typer.Exit if that fails."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise fail(f"Cannot write {path}: {error.strerror}. Name another file.") from None


@contextmanager
def handle_errors() -> Generator[None]:
    """Turn known errors into an error message and exit code 1."""
    with handle_server_errors():
        try:
            yield
        except GraphError as error:
            raise fail(format_graph_error(error)) from None
        except CatalogError as error:
            raise fail(str(error)) from None
        except SettingError as error:
            raise fail(f"Invalid setting:\n{error}") from None


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end with error handling; a signal cancels it."""
    with handle_errors():
        return anyio.run(lambda: cancel_on_signal(work()), backend_options={"use_uvloop": True})
    raise AssertionError  # pragma: no cover - `handle_errors` never suppresses an exception


def run_with_graph(
    work: Callable[["Graph"], Awaitable[T]],
    settings: Settings | None = None,
    *,
    migrated: bool = False,
    restarts_neo4j: bool = False,
) -> T:
    """Run a coroutine with the graph that the settings select, starting Neo4j if necessary. A signal cancels it.

    Args:
        settings: None to read them.
        migrated: Fail with a message if some migrations are not applied.
        restarts_neo4j: Start the managed Neo4j again if it stops unexpectedly. By default, the command then fails.
    """
    from byline.cli.connection import connect, open_graph  # noqa: PLC0415 help must not pay 0.4 s for the driver
    from byline.local_neo4j.watchdog import run_while_alive  # noqa: PLC0415 as above
    from cypher.migrate import pending  # noqa: PLC0415 as above

    async def over(address: "Address", managed: "ManagedServer | None", wanted: Settings) -> T:
        async with open_graph(address, wanted) as graph:
            try:
                await graph.verify()
            except GraphAuthError:
                if managed is not None:
                    raise managed.folder.password_rejection() from None
                raise
            if migrated and await pending(graph):
                raise fail("Some of Byline's indexes are missing in the database. Run: byline migrate")
            return await run_while_alive(work(graph), managed, graph, print_status if restarts_neo4j else None)

    with handle_errors():
        wanted = settings or load_settings()
        with connect(wanted, print_status) as (address, managed):
            return run(lambda: over(address, managed, wanted))
    raise AssertionError  # pragma: no cover - as above


async def cancel_on_signal(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; SIGINT and SIGTERM cancel it, so that it cleans up. Raises KeyboardInterrupt for the signal.

    An exception raised by a signal handler within the event loop would be lost if it hits a finalizer, or be taken for
    a failure of the driver.
    """
    task = asyncio.ensure_future(work)
    signals: list[int] = []

    def stop(number: int) -> None:
        signals.append(number)
        task.cancel()

    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except BaseException:
        if signals:
            raise KeyboardInterrupt(signals[0]) from None
        raise
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
