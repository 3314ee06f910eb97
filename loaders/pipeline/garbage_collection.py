"""Pause Python's cyclic garbage collector while batches are processed.

Records and mentions form no reference cycles, but the collector examines all of them again and again: half of the
processor time of resolution.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

YOUNG_GENERATION = 1
"""Generation up to which the collector examines objects at the end: those created since the last collection."""


@contextmanager
def paused_garbage_collection() -> Generator[None]:
    """Turn the collector off in this block, and free reference cycles among the objects created in it at the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(YOUNG_GENERATION)
        if was_enabled:
            gc.enable()
