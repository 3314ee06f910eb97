"""Numbers drawn by chance, the same ones for the same seed."""

import math
from random import Random

ODD = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


def mixed(*numbers: int) -> int:
    """Return a number of 64 bits that looks like chance and depends on these numbers alone (splitmix64)."""
    found = 0
    for number in numbers:
        found = (found ^ number) + ODD & WORD
        found = (found ^ (found >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        found = (found ^ (found >> 27)) * 0x94D049BB133111EB & WORD
        found ^= found >> 31
    return found


def stream(seed: int, *numbers: int) -> Random:
    """Return the chance of one thing."""
    return Random(mixed(seed, *numbers))  # noqa: S311 made-up data


def ranked(chance: Random, among: int, bend: float) -> int:
    """Return a rank below `among`, low ones far more often: rank r about as often as r to the power 1/bend - 1."""
    return int(among * chance.random() ** bend)


def heavy(chance: Random, middle: float, spread: float, most: int) -> int:
    """Return a count with a log-normal spread around its median, at most `most`."""
    normal = math.sqrt(-2 * math.log(1 - chance.random())) * math.cos(math.tau * chance.random())
    return min(most, int(middle * math.exp(spread * normal)))
