"""Pause Python's cyclic garbage collector while batches are processed.

Records and mentions form no reference cycles, but the collector examines all of them again and again: half of the
processor time of resolution.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

YOUNG_GENERATION = 1
"""Generation up to which `collect_young` examines objects: those created since its last call."""


@contextmanager
def paused_garbage_collection() -> Generator[None]:
    """Turn the collector off in this block. Call `collect_young` after each batch."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def collect_young() -> None:
    """Free reference cycles among the objects created since the last call, such as those of exceptions."""
    gc.collect(YOUNG_GENERATION)
