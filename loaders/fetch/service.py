"""The interface of a service to the fetch pipeline, and the discovery of all services.

A service is a module of `loaders/fetch/services` that ends in `SERVICE = Service(...)`. It defines the requests, the
parser of responses, and the rate limit. `services()` discovers it; no other registration is needed.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from msgspec import Struct

import loaders.fetch.services
from loaders.plugin_registry import discover

Pairs: TypeAlias = tuple[tuple[str, str], ...]


class FetchError(Exception):
    """A fetch failed; the message states the cause, the place, and the remedy."""


class CursorExpiredError(FetchError):
    """The service no longer accepts the cursor or token of a paginated list."""


class InvalidResponseError(Exception):
    """A response is incomplete or wrong, and a retry may succeed. The message states the problem."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A request, without secrets.

    Attributes:
        path: Path below the service's base URL.
        params: Query parameters.
        ids: IDs of the requested records.
        post: Send the IDs in a POST body.
        later: The request continues a list.
        total: Length of the list when the request was created.
    """

    path: str
    params: Pairs = ()
    ids: tuple[str, ...] = ()
    post: bool = False
    later: bool = False
    total: int | None = None


class RawRecord(NamedTuple):
    """A record in a response: the service's key, and its text for the output file."""

    key: str
    text: bytes


class Page(NamedTuple):
    """The content of a response: records, next requests, length of the list if known, and IDs that the service does not
    know.
    """

    records: Sequence[RawRecord] = ()
    next: Sequence[Request] = ()
    total: int | None = None
    missing: Sequence[str] = ()


class CacheValidators(NamedTuple):
    """Headers with which a service recognizes that a response has not changed: ETag and Last-Modified."""

    etag: str | None = None
    modified: str | None = None


class Query(NamedTuple):
    """A query in the service's own syntax: a filter, an entity type, and further parameters."""

    filter: str | None = None
    entity: str = ""
    params: Pairs = ()


class Caller(NamedTuple):
    """Identification of the caller: user agent, mail address, and API key of the service."""

    agent: str
    contact: str | None = None
    key: str | None = None


class FileFormat(NamedTuple):
    """Format of an output file: records as separate byte strings between a header and a footer."""

    ending: str = ".jsonl"
    head: bytes = b""
    foot: bytes = b""


LINES = FileFormat()


def _nothing(_: Caller) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A service.

    Attributes:
        source: Name of the source that loads the fetched files.
        hosts: Hosts, including their subdomains, to which the service may redirect.
        docs: URL of the filter documentation.
        filters: Description of `--filter`, with an example.
        schemes: Schemes of IDs that `--ids` accepts.
        first: Return the first request of a query.
        by_ids: Yield requests for records by ID.
        read: Parse a response.
        interval_s: Return the minimum time between two requests, by caller.
        entities: Values of `--entity`, the default first.
        own: Parameters that the service module sets itself.
        reach: Maximum number of records that one query returns; None if unlimited.
        narrow: Advice for queries with more results.
        nothing: Text in an error response that means that none of the IDs is known.
    """

    name: str
    source: str
    title: str
    address: str
    hosts: tuple[str, ...]
    docs: str
    filters: str
    example: str
    schemes: tuple[str, ...]
    first: Callable[[Query], Request]
    by_ids: Callable[[Sequence[str], Query], Iterator[Request]]
    read: Callable[[bytes, Request], Page]
    interval_s: Callable[[Caller], float]
    entities: tuple[str, ...] = ()
    own: frozenset[str] = field(default_factory=frozenset[str])
    headers: Callable[[Caller], Mapping[str, str]] = _nothing
    params: Callable[[Caller], Mapping[str, str]] = _nothing
    accept: str = "application/json"
    file_format: FileFormat = LINES
    reach: int | None = None
    narrow: str = "Use a narrower filter, or fetch only the first records with --limit."
    nothing: bytes | None = None
    key: str | None = None
    """Name of the setting that contains the API key, if the service has keys."""

    @property
    def example_filter(self) -> str:
        """The filter in the example, quoted for a shell."""
        return shlex.quote(next(after for option, after in pairwise(shlex.split(self.example)) if option == "--filter"))


@cache
def services() -> dict[str, Service]:
    """Return all services by name, sorted."""
    return discover(loaders.fetch.services, "SERVICE", Service)
