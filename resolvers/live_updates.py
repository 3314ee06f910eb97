"""Live updates: one reader of the outbox and of the change feed per server process passes events on to listeners.

A listener has a position, the number of the last event that it has seen. It first reads the events since then from the
graph, and then receives new ones from the reader, so that it misses none and receives none twice.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar, cast

import structlog

from accounts.events import event_numbers
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.queries import accounts
from resolvers.errors import Code, RequestError

log = structlog.get_logger()
POLL_S = 0.5
"""Seconds between two reads of the outbox; nothing is read without listeners."""
IDLE_S = 15.0
"""Seconds after which a listener without updates learns that there are none, to check its rights."""
PAGE = 500
"""Maximum number of events or papers in a read."""
MAX_PENDING = 1_000
"""Maximum number of events that wait for a slow listener."""
LAST_ID = "~"
"""Sorts after all IDs."""


class PaperPosition(NamedTuple):
    """A position in the change feed: number of a transaction, and ID of a paper that it added."""

    number: int
    id: str = LAST_ID


class DiscussionUpdate(NamedTuple):
    """A change of a comment: number of the event, name of the mutation, ID of the comment."""

    position: int
    action: str
    comment_id: str


class NotificationUpdate(NamedTuple):
    """A new notification: number of the event, ID of the notification."""

    position: int
    notification_id: str


class Follow(NamedTuple):
    """A relation of a new paper to a followed entity: kind of the relation, ID of the entity."""

    kind: str
    node_id: str


class NewPaper(NamedTuple):
    """A new paper: position in the change feed, its ID, and the followed entities that it concerns."""

    position: PaperPosition
    paper_id: str
    follows: tuple[Follow, ...]


Update = DiscussionUpdate | NotificationUpdate | NewPaper
PositionT = TypeVar("PositionT", int, PaperPosition)
ReadPage = Callable[[PositionT, PositionT, Sequence[str]], Awaitable["Page[PositionT]"]]
"""Reads a page after a position up to another one, with what concerns these users."""


class Page(NamedTuple, Generic[PositionT]):
    """Updates after a position.

    Attributes:
        updates: the updates with the keys of their listeners.
        position: position of the last row.
        is_last: whether no row follows.
    """

    updates: list[tuple[Hashable, Update]]
    position: PositionT
    is_last: bool


@dataclass(slots=True)
class Channel(Generic[PositionT]):
    """A source of updates, and its listeners by key.

    Attributes:
        read_page: reads a page.
        position: the listeners have received all updates up to here; None without listeners.
    """

    read_page: ReadPage[PositionT]
    position: PositionT | None = None
    listeners: dict[Hashable, set["asyncio.Queue[Update | None]"]] = field(
        default_factory=lambda: defaultdict[Hashable, "set[asyncio.Queue[Update | None]]"](set)
    )
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def advance(self, end: PositionT) -> None:
        """Pass the updates up to a position on to the listeners. Raises a GraphError."""
        is_last = False
        while not is_last:
            async with self.lock:
                if self.position is None or self.position >= end:
                    return
                users = [str(key) for key, queues in self.listeners.items() if queues]
                page = await self.read_page(self.position, end, users)
                for key, update in page.updates:
                    for queue in self.listeners.get(key, ()):
                        _pass_on(queue, update)
                is_last = page.is_last
                self.position = end if is_last else page.position

    @asynccontextmanager
    async def listen(
        self, key: Hashable, start: PositionT, end: PositionT
    ) -> AsyncGenerator[AsyncGenerator[Update | None]]:
        """Yield the updates of a key after `start`, and None after each IDLE_S seconds without one.

        Args:
            key: key of the listener.
            start: position of the listener.
            end: present end of the source, for the first listener.
        """
        queue: asyncio.Queue[Update | None] = asyncio.Queue(MAX_PENDING + 1)
        async with self.lock:
            if self.position is None:
                self.position = end
            joined = self.position
            self.listeners[key].add(queue)
        try:
            yield self._updates(queue, key, start, joined)
        finally:
            self.listeners[key].discard(queue)
            if not self.listeners[key]:
                del self.listeners[key]
            if not self.listeners:
                self.position = None

    async def _updates(
        self, queue: "asyncio.Queue[Update | None]", key: Hashable, start: PositionT, joined: PositionT
    ) -> AsyncGenerator[Update | None]:
        position = start
        while position < joined:
            page = await self.read_page(position, joined, [str(key)])
            for listener_key, update in page.updates:
                if listener_key == key and cast("PositionT", update.position) <= joined:
                    yield update
            if page.is_last:
                break
            position = page.position
        while True:
            try:
                update = await asyncio.wait_for(queue.get(), IDLE_S)
            except TimeoutError:
                yield None
                continue
            if update is None:
                raise RequestError(
                    Code.TOO_MANY_REQUESTS,
                    f"{MAX_PENDING:,} events wait for this client, the maximum. Subscribe again with `after`: the "
                    "cursor of the last event that you received.",
                    wait_s=1,
                )
            yield update


def _pass_on(queue: "asyncio.Queue[Update | None]", update: Update) -> None:
    """Add an update to the queue of a listener; the last place is for None, which ends a listener that is too slow."""
    if queue.qsize() < MAX_PENDING:
        queue.put_nowait(update)
    elif not queue.full():
        queue.put_nowait(None)


class LiveUpdates:
    """The live updates of a server process.

    Args:
        graph: the graph.
        limit: maximum number of listeners.
    """

    def __init__(self, graph: Graph, limit: int) -> None:
        self._graph = graph
        self._limit = limit
        self._count = 0
        self._events = Channel[int](self._read_events)
        self._papers = Channel[PaperPosition](self._read_papers)

    @property
    def position(self) -> int | None:
        """Number of the last event that the listeners have received; None without listeners."""
        return self._events.position

    async def keep_current(self) -> None:
        """Read new events until the task is cancelled. While Neo4j cannot be reached, the listeners wait."""
        while True:
            await asyncio.sleep(POLL_S)
            if self._events.position is None and self._papers.position is None:
                continue
            try:
                numbers = await event_numbers(self._graph)
                await self._events.advance(numbers.last)
                await self._papers.advance(PaperPosition(numbers.change))
            except GraphError as error:
                log.warning("live_updates_unavailable", error=str(error))

    @asynccontextmanager
    async def discussion(self, paper_id: str, after: str | None) -> AsyncGenerator[AsyncGenerator[Update | None]]:
        """Yield the changes of the comments on a paper. Errors as in `notifications`."""
        async with self._place(), self._listen_to_events(("paper", paper_id), after) as updates:
            yield updates

    @asynccontextmanager
    async def notifications(self, user_id: str, after: str | None) -> AsyncGenerator[AsyncGenerator[Update | None]]:
        """Yield the new notifications of a user.

        Args:
            user_id: ID of the user.
            after: cursor of the last event that the client received; None for new events.

        Raises:
            RequestError: The cursor is invalid or too old, or the server has too many listeners.
            GraphError: The graph cannot be read.
        """
        async with self._place(), self._listen_to_events(("user", user_id), after) as updates:
            yield updates

    @asynccontextmanager
    async def new_papers(self, user_id: str, after: str | None) -> AsyncGenerator[AsyncGenerator[Update | None]]:
        """Yield the papers that loads add, and that concern follows of a user. Errors as in `notifications`."""
        async with self._place():
            end = PaperPosition((await event_numbers(self._graph)).change)
            start = end if after is None else _paper_position(after)
            if start > end:
                raise _invalid_cursor(str(after))
            async with self._papers.listen(user_id, start, end) as updates:
                yield updates

    @asynccontextmanager
    async def _listen_to_events(
        self, key: tuple[str, str], after: str | None
    ) -> AsyncGenerator[AsyncGenerator[Update | None]]:
        first, end, _ = await event_numbers(self._graph)
        start = end if after is None else _event_position(after)
        if start > end:
            raise _invalid_cursor(str(after))
        if start < end and (first is None or start + 1 < first):
            raise RequestError(
                Code.BAD_CURSOR,
                f"Events after the cursor {after!r} were deleted after 90 days. Read the lists again, and subscribe "
                "without a cursor.",
            )
        async with self._events.listen(key, start, end) as updates:
            yield updates

    @asynccontextmanager
    async def _place(self) -> AsyncGenerator[None]:
        if self._count >= self._limit:
            raise RequestError(
                Code.UNAVAILABLE,
                f"The server has {self._limit:,} subscriptions, the maximum (BYLINE_SUBSCRIPTIONS). Try again later.",
                wait_s=10,
            )
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1

    async def _read_events(self, start: int, end: int, users: Sequence[str]) -> Page[int]:
        del users
        rows = await self._graph.fetch(accounts.EVENTS_AFTER, {"after": start, "until": end, "limit": PAGE})
        updates: list[tuple[Hashable, Update]] = []
        for row in rows:
            if row.comment is not None:
                change = DiscussionUpdate(row.number, row.action, row.comment)
                updates += [(("paper", paper), change) for paper in row.papers]
            for notification in row.notifications:
                notified = NotificationUpdate(row.number, str(notification["id"]))
                updates.append((("user", str(notification["user"])), notified))
        is_last = len(rows) < PAGE
        return Page(updates, end if is_last else rows[-1].number, is_last)

    async def _read_papers(self, start: PaperPosition, end: PaperPosition, users: Sequence[str]) -> Page[PaperPosition]:
        rows = await self._graph.fetch(
            accounts.NEW_PAPERS,
            {"number": start.number, "id": start.id, "until": end.number, "users": list(users), "limit": PAGE},
        )
        updates: list[tuple[Hashable, Update]] = []
        for row in rows:
            follows: dict[str, list[Follow]] = defaultdict(list)
            for follow in row.follows:
                follows[str(follow["user"])].append(Follow(str(follow["kind"]), str(follow["node"])))
            position = PaperPosition(row.number, row.id)
            updates += [(user, NewPaper(position, row.id, tuple(reasons))) for user, reasons in follows.items()]
        is_last = len(rows) < PAGE
        return Page(updates, end if is_last else PaperPosition(rows[-1].number, rows[-1].id), is_last)


def cursor_of(update: Update) -> str:
    """Return the cursor of an update."""
    match update.position:
        case PaperPosition() as position:
            return f"{position.number}:{position.id}"
        case number:
            return str(number)


def _event_position(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):  # noqa: PLR2004 a number of 64 bits
        raise _invalid_cursor(cursor)
    return int(cursor)


def _paper_position(cursor: str) -> PaperPosition:
    number, _, paper_id = cursor.partition(":")
    if not paper_id:
        raise _invalid_cursor(cursor)
    return PaperPosition(_event_position(number), paper_id)


def _invalid_cursor(cursor: str) -> RequestError:
    return RequestError(
        Code.BAD_CURSOR,
        f"{cursor[:100]!r} is not a cursor of this subscription. Send the `cursor` of an event, or none.",
    )
