"""New Byline ids: a ULID each, drawn by chance, or from a seed where the same work must mint the same ids again."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from random import Random

from ulid import ULID

CHANCE_BYTES = 10
"""Of a ULID's 16 bytes: the others are the time."""

_drawn: ContextVar[Callable[[], ULID]] = ContextVar("drawn", default=ULID)


def minted(kind: str) -> str:
    """Return a new id of a kind, such as `p_01H...`."""
    return f"{kind}_{_drawn.get()()}"


def natural(kind: str, key: str) -> str:
    """Return the id of what has a key of its own, such as a topic's code: the same wherever and whenever it is made."""
    return f"{kind}_{ULID(blake2b(key.encode(), digest_size=16).digest())}"


@contextmanager
def seeded(seed: ULID, purpose: str) -> Generator[None]:
    """Mint from a seed: the same seed and purpose give the same ids in the same order, with the seed's time."""
    # No secret is drawn: the ids must only be others than those of any other seed or purpose.
    chance = Random(f"{seed} {purpose}")  # noqa: S311
    when = bytes(seed)[:-CHANCE_BYTES]
    token = _drawn.set(lambda: ULID(when + chance.randbytes(CHANCE_BYTES)))
    try:
        yield
    finally:
        _drawn.reset(token)
