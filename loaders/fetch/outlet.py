"""What came, as one stream: to standard output, for another program. It cannot go on after a break."""

from collections.abc import Sequence
from types import TracebackType
from typing import IO, Self

from loaders.fetch.journal import Got, Place, Step, now
from loaders.fetch.seen import Seen
from loaders.fetch.service import Form, Found, Kept, Page, Request


class Outlet:
    """A stream that a fetch writes to."""

    def __init__(self, stream: IO[bytes], form: Form) -> None:
        self._stream, self._form = stream, form
        self.place = Place()
        self.seen = Seen()

    def __enter__(self) -> Self:
        self._stream.write(self._form.head)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._stream.write(self._form.foot)
            self._stream.flush()

    def write(self, page: Page, records: Sequence[Found], got: Got) -> None:
        """Write the records of an answer."""
        for one in records:
            self._stream.write(one.text)
        self._stream.flush()
        self.place.take(
            Step(
                at=now(),
                records=self.place.records + len(records),
                repeated=len(page.records) - len(records) if got.done else 0,
                size=got.size,
                total=page.total,
                done=got.done,
                next=tuple(page.next) if got.done else (),
                missing=tuple(page.missing),
            )
        )

    def kept(self, _: Request) -> Kept | None:
        """Return None: nothing came before."""

    def same(self, _: Request) -> bool:
        """Return False: nothing came before."""
        return False

    def again(self) -> None:
        """Begin the walk anew."""
        self.place.take(Step(at=now(), again=True))

    def finish(self) -> None:
        """Note that all came."""
        self.place.take(Step(at=now(), whole=True))
