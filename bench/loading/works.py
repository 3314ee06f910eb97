"""Works in the shape of an OpenAlex snapshot, as many as wanted: what they say is nobody's, how much they say is not.

A work has, on average, 4 authors of whom 3 have an affiliation, 9 references to other works of the same set, 3 topics,
2 locations and, two times of three, an abstract of 120 words: about 6 KB unpacked, as in the snapshot. People are
drawn so that a few write much and most once or twice; one in four has an ORCID iD.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import orjson

from loaders.generate import rows as words

FILE = 10_000
"""Works to a file."""
TOPICS = 4_500
SOURCES = 20_000
INSTITUTIONS = 10_000
YEARS = (1990, 2025)
AT = "https://openalex.org/"


def write(folder: Path, number: int) -> int:
    """Write so many works as .gz files; return the bytes unpacked."""
    held = 0
    for start in range(0, number, FILE):
        place = folder / "works" / "updated_date=2025-01-01"
        place.mkdir(parents=True, exist_ok=True)
        lines = [orjson.dumps(one) for one in _works(start, min(start + FILE, number), number)]
        packed = gzip.compress(b"\n".join(lines) + b"\n", compresslevel=1)
        (place / f"part_{start // FILE:05}.gz").write_bytes(packed)
        held += sum(map(len, lines))
    return held


def _works(start: int, stop: int, whole: int) -> Iterator[dict[str, Any]]:
    chance = Random(start)  # noqa: S311 no secret is drawn
    people = max(whole, 100)
    for number in range(start, stop):
        year = chance.randint(*YEARS)
        names = {_drawn(chance, people) for _ in range(1 + min(int(chance.expovariate(1 / 3)), 60))}
        journal = {"id": f"{AT}S{_drawn(chance, SOURCES)}", "type": "journal"}
        journal["display_name"] = f"Annals of {words.fake_title(7, int(journal['id'].rpartition('S')[2]))}"
        doi = f"https://doi.org/10.5555/{number:09}"
        place = {"source": journal, "landing_page_url": doi, "license": "cc-by", "version": "publishedVersion"}
        topics = [_topic(chance) for _ in range(3)]
        said: dict[str, Any] = {
            "id": f"{AT}W{number + 1}",
            "doi": doi,
            "ids": {"openalex": f"{AT}W{number + 1}", "doi": doi},
            "title": f"{words.fake_title(1, number)}: {words.fake_title(3, number)}",
            "type": "article",
            "language": "en",
            "publication_year": year,
            "publication_date": f"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            "authorships": [_authorship(one) for one in sorted(names)],
            "primary_location": place,
            "locations": [place, {"landing_page_url": f"https://example.org/{number}", "version": "submittedVersion"}],
            "open_access": {"is_oa": bool(number % 2), "oa_status": "gold" if number % 2 else "closed"},
            "biblio": {"volume": str(year - 1980), "issue": "2", "first_page": "1", "last_page": "9"},
            "primary_topic": topics[0],
            "topics": topics,
            "referenced_works": [f"{AT}W{_drawn(chance, whole) + 1}" for _ in range(int(chance.expovariate(1 / 9)))],
            "updated_date": "2025-01-01",
        }
        if number % 3:
            said["abstract_inverted_index"] = _abstract(chance)
        yield said


def _drawn(chance: Random, whole: int) -> int:
    """Draw a number below `whole`: small ones often, most now and then."""
    return int(whole * chance.random() ** 3)


def _topic(chance: Random) -> dict[str, Any]:
    number = _drawn(chance, TOPICS)
    field = {"id": f"{AT}fields/{number % 26}", "display_name": words.fake_title(5, number % 26)}
    subfield = {"id": f"{AT}subfields/{number % 250}", "display_name": words.fake_title(6, number % 250)}
    named = {"id": f"{AT}T{number}", "display_name": words.fake_title(4, number)}
    return {**named, "score": round(chance.random(), 4), "subfield": subfield, "field": field}


def _authorship(person: int) -> dict[str, Any]:
    given, family = words.fake_person_name(2, person)
    at = person % INSTITUTIONS
    orcid = None if person % 4 else f"https://orcid.org/{_orcid(person)}"
    university, city = words.fake_person_name(9, at)[1], words.fake_person_name(8, at % 900)[1]
    place = f"Department {at % 40}, University of {university} {at}, {city}"
    return {
        "author": {"id": f"{AT}A{person + 1}", "display_name": f"{given} {family}", "orcid": orcid},
        "raw_author_name": f"{given} {family}" if person % 5 else f"{given[0]}. {family}",
        "institutions": [{"id": f"{AT}I{at}", "display_name": place.split(", ")[1], "country_code": "SE"}],
        "raw_affiliation_strings": [place] if person % 4 else [],
    }


def _orcid(number: int) -> str:
    """Return an ORCID iD with its check digit (ISO 7064 11,2)."""
    digits, total = f"0000{number + 10_000:011}", 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    whole = digits + ("X" if check == 10 else str(check))
    return "-".join(whole[at : at + 4] for at in range(0, 16, 4))


def _abstract(chance: Random) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    said = " ".join(words.fake_title(10, chance.randrange(1 << 30)) for _ in range(20)).split()
    for at, word in enumerate(said):
        found.setdefault(word, []).append(at)
    return found
