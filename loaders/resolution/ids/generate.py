"""Generate Byline IDs: random ULIDs, or ULIDs from a seed if a task must produce the same IDs again."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from random import Random

from ulid import ULID

CHANCE_BYTES = 10
"""Number of random bytes of a ULID's 16; the others are the time."""

_drawn: ContextVar[Callable[[], ULID]] = ContextVar("drawn", default=ULID)


def new_id(kind: str) -> str:
    """Return a new ID of a kind, such as `p_01H...`."""
    return f"{kind}_{_drawn.get()()}"


def deterministic_id(kind: str, key: str) -> str:
    """Return the ID derived from an entity's own key, such as a topic's code. It is the same on every machine."""
    return f"{kind}_{ULID(blake2b(key.encode(), digest_size=16).digest())}"


@contextmanager
def seeded_ids(seed: ULID, purpose: str) -> Generator[None]:
    """Generate IDs from a seed in this context. The same seed and purpose give the same IDs in the same order.

    All IDs have the time of the seed.
    """
    # The IDs are not secrets; they must only differ from those of any other seed or purpose.
    chance = Random(f"{seed} {purpose}")  # noqa: S311
    when = bytes(seed)[:-CHANCE_BYTES]
    token = _drawn.set(lambda: ULID(when + chance.randbytes(CHANCE_BYTES)))
    try:
        yield
    finally:
        _drawn.reset(token)
