"""Synthetic works in the format of OpenAlex's snapshot: invented texts, but lists and texts as long as real ones.

A work has, on average, 4 authors of whom 3 have an affiliation, 9 references to other works of the set, 3 topics, 2
locations and, for two works of three, an abstract of 120 words: 4.8 KB uncompressed. A few people write much, and most
write once or twice; one in four has an ORCID iD.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import orjson

from loaders.generate import rows as words

WORKS_PER_FILE = 10_000
TOPICS = 4_500
SOURCES = 20_000
INSTITUTIONS = 10_000
YEARS = (1990, 2025)
PREFIX = "https://openalex.org/"


def write_works(folder: Path, count: int) -> int:
    """Write `count` works as .gz files; return their uncompressed size in bytes."""
    size = 0
    target = folder / "works" / "updated_date=2025-01-01"
    target.mkdir(parents=True, exist_ok=True)
    for start in range(0, count, WORKS_PER_FILE):
        lines = [orjson.dumps(work) for work in _works(start, min(start + WORKS_PER_FILE, count), count)]
        compressed = gzip.compress(b"\n".join(lines) + b"\n", compresslevel=1)
        (target / f"part_{start // WORKS_PER_FILE:05}.gz").write_bytes(compressed)
        size += sum(map(len, lines))
    return size


def _works(start: int, stop: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield the works with the numbers from `start` to `stop` of a set of `count` works."""
    chance = Random(start)  # noqa: S311 no secret is drawn
    people = max(count, 100)
    for number in range(start, stop):
        year = chance.randint(*YEARS)
        authors = {_skewed_number(chance, people) for _ in range(1 + min(int(chance.expovariate(1 / 3)), 60))}
        source = _skewed_number(chance, SOURCES)
        journal = {
            "id": f"{PREFIX}S{source}",
            "type": "journal",
            "display_name": f"Annals of {words.fake_title(7, source)}",
        }
        doi = f"https://doi.org/10.5555/{number:09}"
        location = {"source": journal, "landing_page_url": doi, "license": "cc-by", "version": "publishedVersion"}
        preprint = {"landing_page_url": f"https://example.org/{number}", "version": "submittedVersion"}
        topics = [_topic(chance) for _ in range(3)]
        references = [f"{PREFIX}W{_skewed_number(chance, count) + 1}" for _ in range(int(chance.expovariate(1 / 9)))]
        work: dict[str, Any] = {
            "id": f"{PREFIX}W{number + 1}",
            "doi": doi,
            "ids": {"openalex": f"{PREFIX}W{number + 1}", "doi": doi},
            "title": f"{words.fake_title(1, number)}: {words.fake_title(3, number)}",
            "type": "article",
            "language": "en",
            "publication_year": year,
            "publication_date": f"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            "authorships": [_authorship(person) for person in sorted(authors)],
            "primary_location": location,
            "locations": [location, preprint],
            "open_access": {"is_oa": bool(number % 2), "oa_status": "gold" if number % 2 else "closed"},
            "biblio": {"volume": str(year - 1980), "issue": "2", "first_page": "1", "last_page": "9"},
            "primary_topic": topics[0],
            "topics": topics,
            "referenced_works": references,
            "updated_date": "2025-01-01",
        }
        if number % 3:
            work["abstract_inverted_index"] = _abstract(chance)
        yield work


def _skewed_number(chance: Random, limit: int) -> int:
    """Return a number below `limit`; small ones are frequent."""
    return int(limit * chance.random() ** 3)


def _topic(chance: Random) -> dict[str, Any]:
    number = _skewed_number(chance, TOPICS)
    return {
        "id": f"{PREFIX}T{number}",
        "display_name": words.fake_title(4, number),
        "score": round(chance.random(), 4),
        "subfield": {"id": f"{PREFIX}subfields/{number % 250}", "display_name": words.fake_title(6, number % 250)},
        "field": {"id": f"{PREFIX}fields/{number % 26}", "display_name": words.fake_title(5, number % 26)},
    }


def _authorship(person: int) -> dict[str, Any]:
    given_name, family_name = words.fake_person_name(2, person)
    institution = person % INSTITUTIONS
    orcid = None if person % 4 else f"https://orcid.org/{_orcid(person)}"
    university = f"University of {words.fake_person_name(9, institution)[1]} {institution}"
    city = words.fake_person_name(8, institution % 900)[1]
    affiliation = f"Department {institution % 40}, {university}, {city}"
    return {
        "author": {"id": f"{PREFIX}A{person + 1}", "display_name": f"{given_name} {family_name}", "orcid": orcid},
        "raw_author_name": f"{given_name if person % 5 else f'{given_name[0]}.'} {family_name}",
        "institutions": [{"id": f"{PREFIX}I{institution}", "display_name": university, "country_code": "SE"}],
        "raw_affiliation_strings": [affiliation] if person % 4 else [],
    }


def _orcid(number: int) -> str:
    """Return an ORCID iD with its check digit (ISO 7064 11,2)."""
    digits, total = f"0000{number + 10_000:011}", 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    characters = digits + ("X" if check == 10 else str(check))
    return "-".join(characters[start : start + 4] for start in range(0, 16, 4))


def _abstract(chance: Random) -> dict[str, list[int]]:
    """Return an abstract as OpenAlex does: each word with its positions."""
    positions: dict[str, list[int]] = {}
    text = " ".join(words.fake_title(10, chance.randrange(1 << 30)) for _ in range(20))
    for position, word in enumerate(text.split()):
        positions.setdefault(word, []).append(position)
    return positions
