"""Handle errors and signals of commands that control the managed Neo4j."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import typer
from rich.console import Console

from byline.local_neo4j.errors import ServerError

SIGNALLED = 128  # the exit code of a process ended by a signal is this plus the signal number
err = Console(stderr=True)


@contextmanager
def handle_server_errors() -> Generator[None]:
    """Turn a ServerError into an error message and exit code 1; let SIGINT and SIGTERM raise KeyboardInterrupt."""
    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except ServerError as error:
        for part, style in ((error.message, "red"), (error.tail, "dim"), (error.hint, "")):
            if part:
                err.print(part, style=style, markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt as ended:
        err.print("Interrupted.")
        raise typer.Exit(SIGNALLED + (ended.args[0] if ended.args else signal.SIGINT)) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt(number: int, _frame: FrameType | None) -> NoReturn:
    """Handle a signal like Ctrl-C, even if the shell ignores it for background jobs."""
    raise KeyboardInterrupt(number)
