"""The made-up graph laid out as rows for `cypher/write/generate`, with the properties that loaders write."""

from collections.abc import Iterable, Iterator

from cypher.folding import fold, sort_name
from cypher.values import Value
from loaders.generate import words
from loaders.generate.shape import LAST, OLDEST, TOPICS, Paper, Shape
from loaders.records import dates
from loaders.writing.rows import Row

SOURCE = "generated"
KINDS = ("conference", "journal", "workshop")
COUNTRIES = (("Canada", "CA"), ("Chile", "CL"), ("Ghana", "GH"), ("India", "IN"), ("Japan", "JP"), ("Norway", "NO"))
AFFILIATED = 3
"""Of so many papers one says where its authors were."""
MANY = 8
"""The first so many institutions are part of no other."""


def topics() -> Iterator[Row]:
    """Yield the tree of topics, from its roots down."""
    codes = [""]
    number = 0
    for level in TOPICS:
        codes = [f"{code}.{place}".lstrip(".") for code in codes for place in range(1, level + 1)]
        for code in codes:
            identifier = words.minted("t", number)
            first, thing = words.chosen(number * 7, words.FIRST, words.THING)
            values: Row = {
                "id": identifier,
                "scheme": SOURCE,
                "code": code,
                "name": f"{first} {thing}",
                "ord": f"{SOURCE} {code} {identifier}",
            }
            yield {"values": values, "parent": code.rpartition(".")[0] or None}
            number += 1


FIRST_YEAR = LAST.year - int(OLDEST) - 1
"""The year of each venue's oldest volume."""


def first_leaf() -> int:
    """Return the number of the first topic that has none below it."""
    roots, inner, _ = TOPICS
    return roots + roots * inner


def venues(shape: Shape) -> Iterator[Row]:
    """Yield venues, each with a volume a year."""
    for number in range(shape.venues):
        identifier = words.minted("v", number)
        kind, thing = KINDS[number % len(KINDS)], words.THING[number % len(words.THING)]
        name = f"{words.place(shape.seed, number)} {kind.title()} on {thing}"
        values: Row = {
            "id": identifier,
            "name": name,
            "acronym": f"V{number}",
            "kind": kind,
            "ord": f"{fold(name)} {identifier}",
        }
        volumes: list[Value] = []
        for year in range(FIRST_YEAR, LAST.year + 1):
            of_year = volume_id(number, year)
            order = dates.newest_first(str(year), of_year)
            volumes.append({"id": of_year, "ord": order, "title": f"{name}, {year}", "year": year})
        yield {"values": values, "volumes": volumes}


def volume_id(venue: int, year: int) -> str:
    """Return the id of a venue's volume of a year."""
    return words.minted("w", venue * 1_000 + year - FIRST_YEAR)


def institution_name(shape: Shape, number: int) -> str:
    """Return an institution's name."""
    kind = "University" if number % 3 else "Institute"
    return f"{kind} of {words.place(shape.seed, 10_000 + number)} {number}"


def institutions(shape: Shape) -> Iterator[Row]:
    """Yield institutions; every other one beyond the first few is part of an earlier one."""
    for number in range(shape.institutions):
        identifier, name = words.minted("i", number), institution_name(shape, number)
        country, code = COUNTRIES[number % len(COUNTRIES)]
        values: Row = {
            "id": identifier,
            "name": name,
            "aliases": [],
            "types": ["education"],
            "status": "active",
            "city": words.place(shape.seed, number),
            "country": country,
            "countryCode": code,
            "ord": f"{fold(name)} {identifier}",
        }
        within = number >= MANY and number % 2
        yield {"values": values, "folded": fold(name), "parent": words.minted("i", number // MANY) if within else None}


def people(shape: Shape, numbers: Iterable[int]) -> list[Row]:
    """Return researchers."""
    rows: list[Row] = []
    for number in numbers:
        identifier = words.minted("r", number)
        given, family = words.person(shape.seed, number)
        name = f"{given} {family}"
        rows.append({"id": identifier, "name": name, "ord": f"{sort_name(name, family)} {identifier}"})
    return rows


def paper(shape: Shape, one: Paper) -> Row:
    """Return a paper with everything that it points to but other papers."""
    number = one.number
    identifier, year = words.minted("p", number), dates.year(one.published)
    order = dates.newest_first(one.published, identifier)
    placed, coded = number % AFFILIATED == 0, one.chance.random() < 0.05  # noqa: PLR2004 a share
    homes = [shape.home(person) for person in one.authors] if placed else []
    authors: list[Value] = []
    for position, person in enumerate(one.authors, 1):
        said: Row = {
            "rid": words.minted("r", person),
            "pid": identifier,
            "ord": order,
            "position": position,
            "nameAsWritten": " ".join(words.person(shape.seed, person)),
            "sources": [SOURCE],
        }
        if placed:
            said["affiliations"] = [institution_name(shape, homes[position - 1])]
        authors.append(said)
    return {
        "values": {
            **_values(shape, one),
            "id": identifier,
            "ord": order,
            "institutionsKnown": placed,
            "hasCode": coded or None,
        },
        "authors": authors,
        "topics": [
            {
                "tid": words.minted("t", first_leaf() + leaf),
                "ord": order,
                "score": 1.0,
                "primary": position == 1,
                "position": position,
                "source": SOURCE,
            }
            for position, leaf in enumerate(one.topics, 1)
        ],
        "places": [
            {
                "iid": words.minted("i", home),
                "ord": order,
                "position": position,
                "source": SOURCE,
                "asWritten": institution_name(shape, home),
            }
            for position, home in enumerate(homes, 1)
        ],
        "volume": [] if one.venue is None else [volume_id(one.venue, year)],
        "form": [{"url": f"https://papers.example/{number}.pdf", "kind": "article", "source": SOURCE}]
        if one.venue is not None
        else [],
        "code": [{"url": f"https://code.example/{number}", "source": SOURCE}] if coded else [],
    }


def _values(shape: Shape, one: Paper) -> Row:
    precision = dates.precision(one.published)
    return {
        "title": words.title(shape.seed, one.number),
        "kind": "preprint" if one.venue is None else "article",
        "year": dates.year(one.published),
        "publishedOn": one.published,
        "publishedPrecision": precision,
        "publishedSource": SOURCE,
        "dateValues": [one.published],
        "datePrecisions": [precision],
        "dateKinds": ["published"],
        "dateSources": [SOURCE],
        "sources": [SOURCE],
        "doi": f"10.5555/{SOURCE}.{one.number}",
        "authorsComplete": True,
        "referencesKnown": bool(one.cites),
        "notices": [],
        "awards": [],
        "citationCount": 0,
        "referenceCount": 0,
        "authorCount": 0,
    }


def cites(one: Paper) -> Row | None:
    """Return what a paper cites, None where that is nothing."""
    if not one.cites:
        return None
    identifier = words.minted("p", one.number)
    order = dates.newest_first(one.published, identifier)
    return {
        "paper": identifier,
        "cites": [{"pid": words.minted("p", cited), "ord": order, "sources": [SOURCE]} for cited in one.cites],
    }
