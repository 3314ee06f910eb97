"""Report progress of the managed Neo4j to a console, a function, or nowhere."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from rich.console import Console


@runtime_checkable
class Progress(Protocol):
    """A receiver of messages and of download progress."""

    def say(self, text: str) -> None:
        """Receive a message for the user."""
        ...

    def download(self, title: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Open a progress bar of `total` bytes; call the result with the bytes received (negative: discarded)."""
        ...


class NullProgress:
    """Discards all progress."""

    def say(self, text: str) -> None:
        """Discard the message."""

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:  # noqa: ARG002 - names of the protocol
        """Discard the progress."""
        yield lambda _bytes: None


class CallbackProgress(NullProgress):
    """Passes messages to a function; a download is reported as one message."""

    def __init__(self, report: Callable[[str], None]) -> None:
        """Pass each message to `report`."""
        self.report = report

    def say(self, text: str) -> None:
        """Pass the message on."""
        self.report(text)

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:
        """Report the title and size, and discard the progress."""
        self.report(f"{title} ({total / 1e6:.0f} MB).")
        yield lambda _bytes: None


class ConsoleProgress:
    """Prints messages and a progress bar on a Rich console."""

    def __init__(self, console: "Console") -> None:
        """Print on `console`."""
        self.console = console

    def say(self, text: str) -> None:
        """Print the message on a line."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    @contextmanager
    def download(self, title: str, total: int) -> Generator[Callable[[int], None]]:
        """Show bytes, speed and remaining time; without a terminal, only the final state."""
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
            yield lambda count: bar.advance(task, count)


def progress_for(receiver: "Progress | Console | Callable[[str], None] | None") -> Progress:
    """Return a Progress that reports to a Rich console or a function, or nowhere for None; a Progress is unchanged."""
    if receiver is None:
        return NullProgress()
    if isinstance(receiver, Progress):
        return receiver
    if callable(receiver):
        return CallbackProgress(receiver)
    return ConsoleProgress(receiver)
