"""Synthetic papers in the format of arXiv's metadata snapshot, with bylines whose names recur as in arXiv.

A paper has 6.3 authors on average, an abstract of 120 words and one to three categories. Most authors of a paper belong
to one group, so that co-authors recur. A third of the names have initials instead of given names. One person in five
has a family name that many people share (`has_common_family_name`). From 40,000 papers on, the number of family names
grows with the square root of the number of papers. In the ACL Anthology and in arXiv, in order of time, the number of
names under one name key grows in this way, too: from 13.6 in 20,000 papers to 30.2 in 80,000 of the Anthology.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import orjson

from loaders.generate import rows as words
from loaders.resolution.name_frequency import name_table
from loaders.resolution.person_name_keys import has_common_family_name

PAPERS_PER_FILE = 10_000
GROUP_SIZE = 30
"""People per group of co-authors."""
FAMILIES = 2_400
"""Number of family names, apart from common ones, in up to `PAPERS_OF_FAMILIES` papers."""
PAPERS_OF_FAMILIES = 40_000
CATEGORIES = ("cs.CL", "cs.LG", "cs.CV", "cs.DL", "math.CO", "math.AG", "hep-th", "hep-ph", "astro-ph.GA", "quant-ph")


def write_papers(folder: Path, count: int, seed: int = 1) -> None:
    """Write `count` papers as JSON Lines into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    shared = sorted(filter(has_common_family_name, name_table().families))
    for start in range(0, count, PAPERS_PER_FILE):
        papers = _papers(start, min(start + PAPERS_PER_FILE, count), count, seed, shared)
        lines = [orjson.dumps(paper) for paper in papers]
        (folder / f"papers_{start // PAPERS_PER_FILE:04}.json").write_bytes(b"\n".join(lines) + b"\n")


def _papers(start: int, stop: int, count: int, seed: int, shared: list[str]) -> Iterator[dict[str, object]]:
    chance = Random(f"{seed} {start}")  # noqa: S311 no secret is drawn
    groups = max(count // 25, 4)
    families = int(FAMILIES * max(count / PAPERS_OF_FAMILIES, 1) ** 0.5)
    for number in range(start, stop):
        group = int(groups * chance.random() ** 2)
        length = 1 + min(int(chance.expovariate(1 / 5.8)), 60)
        people = {
            _member(group if chance.random() < 0.85 else int(groups * chance.random() ** 2), chance)
            for _ in range(length)
        }
        names = [_written_name(person, seed, shared, families, chance) for person in sorted(people)]
        year, month = 2001 + number * 24 // count, 1 + number % 12
        abstract = " ".join(words.fake_title(seed, chance.randrange(1 << 30)) for _ in range(13))
        yield {
            "id": f"{year % 100:02}{month:02}.{number % 100_000:05}",  # unique: the year or the month differs
            "title": f"{words.fake_title(seed, number)}: {words.fake_title(seed + 1, number)}",
            "authors": ", ".join(names),
            "abstract": abstract,
            "categories": " ".join(dict.fromkeys(chance.choice(CATEGORIES) for _ in range(1 + number % 3))),
            "doi": f"10.5555/{number:09}" if number % 2 else None,
            "license": "http://creativecommons.org/licenses/by/4.0/",
            "versions": [{"version": "v1", "created": f"{1 + number % 28} Jan {year} 12:00:00 GMT"}],
            "update_date": f"{year}-{month:02}-01",
        }


def _member(group: int, chance: Random) -> int:
    """Draw a person of a group; some publish much more than others."""
    return group * GROUP_SIZE + int(GROUP_SIZE * chance.random() ** 2)


def _written_name(person: int, seed: int, shared: list[str], families: int, chance: Random) -> str:
    """Return the name of a person, with initials in a third of the cases."""
    own = Random(f"{seed} person {person}")  # noqa: S311 as above
    given, _ = words.fake_person_name(seed, own.randrange(1 << 20))
    middle = own.choice(words.GIVEN) + own.choice(words.MIDDLE) if own.random() < 0.4 else ""
    common = own.random() < 0.2
    family = own.choice(shared).title() if common else _family(int(families * own.random() ** 2))
    given_names = [given, middle] if middle else [given]
    if chance.random() < 1 / 3:
        given_names = [f"{name[0]}." for name in given_names]
    return " ".join([*given_names, family])


def _family(number: int) -> str:
    first, inner, end, further = words.chosen(number, words.GIVEN, words.MIDDLE, words.END, ("", *words.MIDDLE))
    return first + inner + further + end
