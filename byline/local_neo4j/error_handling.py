"""Manners on a terminal: failures in words, signals as an orderly end."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import typer
from rich.console import Console

from byline.local_neo4j.errors import ServerError

SIGNALLED = 128  # a shell's exit code for a signal is this and the signal's number
err = Console(stderr=True)


@contextmanager
def handle_server_errors() -> Generator[None]:
    """Turn a failure into words and an exit code, and both SIGINT and SIGTERM into an orderly end."""
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
    """Do for a signal what Ctrl-C does, also where a shell had it ignored."""
    raise KeyboardInterrupt(number)
