"""Random numbers that are reproducible from a seed."""

import math
from random import Random

ODD = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


def mixed(*numbers: int) -> int:
    """Return a pseudorandom 64-bit number that depends only on the arguments (splitmix64)."""
    state = 0
    for number in numbers:
        state = (state ^ number) + ODD & WORD
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB & WORD
        state ^= state >> 31
    return state


def stream(seed: int, *numbers: int) -> Random:
    """Return the random number generator for a purpose and an entity, both given as numbers."""
    return Random(mixed(seed, *numbers))  # noqa: S311 made-up data


def ranked(chance: Random, among: int, bend: float) -> int:
    """Return a rank below `among`; low ranks are more frequent: rank r has a frequency proportional to r^(1/bend -
    1).
    """
    return int(among * chance.random() ** bend)


def log_normal_count(chance: Random, middle: float, spread: float, most: int) -> int:
    """Return a count from a log-normal distribution with median `middle`, at most `most`."""
    normal = math.sqrt(-2 * math.log(1 - chance.random())) * math.cos(math.tau * chance.random())
    return min(most, int(middle * math.exp(spread * normal)))
