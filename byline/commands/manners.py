"""How every command behaves: errors in words with an exit code, signals as an orderly end, one event loop."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

import anyio
import typer
from pydantic import ValidationError
from rich.console import Console

from byline.neo4j_server.terminal import plainly
from byline.settings import Settings
from cypher.catalog import CatalogError
from cypher.errors import GraphError

T = TypeVar("T")
out = Console()
err = Console(stderr=True)


def say(text: str) -> None:
    """Print a line of progress to standard error, so that standard output is the answer alone."""
    err.print(text, markup=False, highlight=False, soft_wrap=True)


def fail(text: str, code: int = 1) -> typer.Exit:
    """Print what went wrong and return the exit to raise."""
    err.print(text, style="red", markup=False, highlight=False, soft_wrap=True)
    return typer.Exit(code)


@contextmanager
def mannered() -> Generator[None]:
    """Turn the errors that Byline knows into words and exit code 1."""
    with plainly():
        try:
            yield
        except (GraphError, CatalogError) as error:
            raise fail(str(error)) from None
        except ValidationError as error:
            lines = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()]
            raise fail("A setting has a value that it cannot have:\n" + "\n".join(lines)) from None


def settled() -> Settings:
    """Return the settings. Raises pydantic's ValidationError, which `mannered` puts into words."""
    return Settings()


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run asynchronous work to its end, with these manners."""
    with mannered():
        return anyio.run(work, backend_options={"use_uvloop": True})
    raise AssertionError  # pragma: no cover - `mannered` never swallows
