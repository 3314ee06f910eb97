"""How the managed Neo4j tells what it is doing: on a terminal, or to nobody."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from rich.console import Console


@runtime_checkable
class Progress(Protocol):
    """Whoever wants to know: sentences as they happen, and a download in bytes."""

    def say(self, text: str) -> None:
        """Take one sentence for the person who waits."""
        ...

    def download(self, title: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Open a bar of `total` bytes; the function that it gives takes the bytes that came since (negative: lost)."""
        ...


class NullProgress:
    """Nobody watches."""

    def say(self, text: str) -> None:
        """Drop the sentence."""

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:  # noqa: ARG002 - a protocol's names
        """Count for nobody."""
        yield lambda _bytes: None


class CallbackProgress(NullProgress):
    """Sentences go to a function; a download is one sentence."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Hand each sentence to `tell`."""
        self.tell = tell

    def say(self, text: str) -> None:
        """Hand the sentence on."""
        self.tell(text)

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:
        """Say what is fetched and how much, and count for nobody."""
        self.tell(f"{title} ({total / 1e6:.0f} MB).")
        yield lambda _bytes: None


class ConsoleProgress:
    """Sentences and a bar on a rich console."""

    def __init__(self, console: "Console") -> None:
        """Write to `console`."""
        self.console = console

    def say(self, text: str) -> None:
        """Print the sentence on a line of its own."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:
        """Show bytes, speed and time left; on something that is no terminal, only how it ended."""
        from rich import progress as bars  # noqa: PLC0415 - most starts download nothing

        columns = (
            bars.TextColumn("{task.description}"),
            bars.BarColumn(),
            bars.DownloadColumn(),
            bars.TransferSpeedColumn(),
            bars.TimeRemainingColumn(),
        )
        with bars.Progress(*columns, console=self.console) as bar:
            task = bar.add_task(title, total=total)
            yield lambda came: bar.advance(task, came)


def watcher(watching: "Progress | Console | Callable[[str], None] | None") -> Progress:
    """Accept what callers have at hand: a Progress, a rich console, a function that takes sentences, or nothing."""
    if watching is None:
        return NullProgress()
    if isinstance(watching, Progress):
        return watching
    if callable(watching):
        return CallbackProgress(watching)
    return ConsoleProgress(watching)
