"""What a service is to the engine, and how it finds them.

A service is one module of `loaders/services` that ends in `SERVICE = Service(...)`: where it is, what is asked for,
what a page of its answers holds and what to ask next, and how often it may be asked. Nothing else lists it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

import loaders.services
from loaders.registry import listed

Pairs: TypeAlias = tuple[tuple[str, str], ...]


class FetchError(Exception):
    """What was asked for cannot be had; the message says what, where, and what to do."""


class ForgottenError(FetchError):
    """The service no longer knows the place at which a walk through its answers stood."""


class BrokenError(Exception):
    """An answer came that cannot be whole or right; asked again, it may be. The message says what is wrong with it."""


class Request(Struct, frozen=True, omit_defaults=True):
    """One request, without anything that is secret: a path below the service's address and parameters.

    `ids` are those whose records are asked for; `post` sends them as a body. `later` marks one that goes on where
    another stood. `total` is what the service said there was when the request was made.
    """

    path: str
    params: Pairs = ()
    ids: tuple[str, ...] = ()
    post: bool = False
    later: bool = False
    total: int | None = None


class Found(NamedTuple):
    """One record of an answer: what the service calls it, and its text as it goes into a file."""

    key: str
    text: bytes


class Page(NamedTuple):
    """What an answer holds: records, what to ask next, how many records there are, and which ids were not known."""

    records: Sequence[Found] = ()
    next: Sequence[Request] = ()
    total: int | None = None
    missing: Sequence[str] = ()


class Kept(NamedTuple):
    """By what a service tells whether its answer is still the same."""

    etag: str | None = None
    modified: str | None = None


class Query(NamedTuple):
    """What a person asks of a service, in its own words: a filter, a kind of thing, further parameters."""

    filter: str | None = None
    entity: str = ""
    params: Pairs = ()


class Caller(NamedTuple):
    """Who asks: a mail address, the key of the service, and what the program is called."""

    agent: str
    contact: str | None = None
    key: str | None = None


class Form(NamedTuple):
    """How records stand in a file, each in bytes of its own between a head and a foot."""

    ending: str = ".jsonl"
    head: bytes = b""
    foot: bytes = b""


LINES = Form()


def _nothing(_: Caller) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One service.

    `source` is what `byline load` calls what comes from it. `hosts` are those that it may redirect to, with all below
    them. `filters` says what `--filter` is, `schemes` which ids `--ids` takes. `reach` is how many records of one query
    can be had. `interval_s` is the least time between two requests, by who asks. `nothing` is what an answer of status
    400 or 404 holds that says that none of the ids is known.
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
    form: Form = LINES
    reach: int | None = None
    narrow: str = "Ask for less at a time with a narrower filter, or for the first ones with --limit."
    nothing: bytes | None = None
    key: str | None = None
    """The setting that holds the key, where there are keys."""


@cache
def services() -> dict[str, Service]:
    """Return every service by name, sorted."""
    return listed(loaders.services, "SERVICE", Service)
