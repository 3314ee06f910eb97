"""Rows of the synthetic graph for `cypher/ingest/generate`, with the properties that loaders write."""

from collections.abc import Iterable, Iterator

from cypher.driver.values import Value
from loaders.generate.graph_model import LAST, OLDEST, TOPICS, GraphShape, Paper
from loaders.generate.seeded_random import mixed
from loaders.records import dates
from loaders.writing.rows import Row
from normalization.text import fold, sort_name

GIVEN = ("Ba", "Ce", "Do", "Fi", "Ga", "He", "Jo", "Ka", "Li", "Mu", "Na", "Po", "Ri", "Sa", "Te", "Vo")
MIDDLE = ("la", "mi", "no", "ra", "se", "ti", "vu", "we", "xo", "yu")
END = ("bor", "dan", "fen", "gil", "han", "kin", "lor", "mar", "nes", "rik", "sun", "tal", "van", "wyn", "zel")
FIRST = (
    "Sparse", "Robust", "Joint", "Layered", "Guided", "Latent", "Modular", "Causal", "Compact", "Adaptive", "Spectral",
    "Implicit", "Scalable", "Stable", "Shallow", "Gradual", "Bounded", "Directed", "Mixed", "Partial",
)  # fmt: skip
THING = (
    "Parsing", "Alignment", "Retrieval", "Ranking", "Clustering", "Inference", "Sampling", "Planning", "Translation",
    "Segmentation", "Compression", "Labelling", "Routing", "Matching", "Forecasting", "Encoding", "Calibration",
    "Summaries", "Dialogue", "Grammars", "Embeddings", "Lexicons", "Corpora", "Graphs", "Signals", "Proteins",
    "Materials", "Networks", "Sensors", "Archives",
)  # fmt: skip
WITH = ("with", "for", "from", "beyond", "under", "through", "without", "across")
PLACE = ("Harbour", "Meadow", "Ridge", "Willow", "Granite", "Copper", "Amber", "Cedar", "Heron", "Larch", "Quarry")
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def chosen(number: int, *lists: tuple[str, ...]) -> list[str]:
    """Return one word of each list, selected by a number."""
    picks: list[str] = []
    for choices in lists:
        number, place = divmod(number, len(choices))
        picks.append(choices[place])
    return picks


def fake_person_name(seed: int, number: int) -> tuple[str, str]:
    """Return a given name and a family name; homonyms occur."""
    first, then, start, inner, end = chosen(mixed(seed, 1, number), GIVEN, MIDDLE, GIVEN, MIDDLE, END)
    return first + then, start + inner + end


def fake_title(seed: int, number: int) -> str:
    """Return the title of a paper."""
    first, subject, how, second, second_subject, last = chosen(
        mixed(seed, 2, number), FIRST, THING, WITH, FIRST, THING, THING
    )
    return f"{first} {subject} {how} {second} {second_subject} and {last}"


def fake_place(seed: int, number: int) -> str:
    """Return the name of a town."""
    stem, end = chosen(mixed(seed, 3, number), PLACE, END)
    return stem + end


def fake_id(kind: str, number: int) -> str:
    """Return an ID in the format of Byline IDs, a letter and a ULID, which contains the number."""
    digits = ""
    while number:
        number, digit = divmod(number, len(LETTERS))
        digits = LETTERS[digit] + digits
    return f"{kind}_01GENERATED{digits:0>15}"


SOURCE = "generated"
KINDS = ("conference", "journal", "workshop")
COUNTRIES = (("Canada", "CA"), ("Chile", "CL"), ("Ghana", "GH"), ("India", "IN"), ("Japan", "JP"), ("Norway", "NO"))
AFFILIATED = 3
"""Every `AFFILIATED`-th paper has affiliations."""
MANY = 8
"""Number of first institutions without a parent."""


def topics() -> Iterator[Row]:
    """Yield the tree of topics, roots first."""
    codes = [""]
    number = 0
    for level in TOPICS:
        codes = [f"{code}.{place}".lstrip(".") for code in codes for place in range(1, level + 1)]
        for code in codes:
            identifier = fake_id("t", number)
            first, subject = chosen(number * 7, FIRST, THING)
            values: Row = {
                "id": identifier,
                "scheme": SOURCE,
                "code": code,
                "name": f"{first} {subject}",
                "ord": f"{SOURCE} {code} {identifier}",
            }
            yield {"values": values, "parent": code.rpartition(".")[0] or None}
            number += 1


FIRST_YEAR = LAST.year - int(OLDEST) - 1
"""Year of each venue's first volume."""


def first_leaf() -> int:
    """Return the number of the first topic without children."""
    roots, inner, _ = TOPICS
    return roots + roots * inner


def venues(shape: GraphShape) -> Iterator[Row]:
    """Yield venues, each with a volume per year."""
    for number in range(shape.venues):
        identifier = fake_id("v", number)
        kind, subject = KINDS[number % len(KINDS)], THING[number % len(THING)]
        name = f"{fake_place(shape.seed, number)} {kind.title()} on {subject}"
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
            order = dates.newest_first_key(str(year), of_year)
            volumes.append({"id": of_year, "ord": order, "title": f"{name}, {year}", "year": year})
        yield {"values": values, "volumes": volumes}


def volume_id(venue: int, year: int) -> str:
    """Return the ID of a venue's volume of a year."""
    return fake_id("w", venue * 1_000 + year - FIRST_YEAR)


def institution_name(shape: GraphShape, number: int) -> str:
    """Return the name of an institution."""
    kind = "University" if number % 3 else "Institute"
    return f"{kind} of {fake_place(shape.seed, 10_000 + number)} {number}"


def institutions(shape: GraphShape) -> Iterator[Row]:
    """Yield institutions; after the first `MANY`, every second one is a child of an earlier one."""
    for number in range(shape.institutions):
        identifier, name = fake_id("i", number), institution_name(shape, number)
        country, code = COUNTRIES[number % len(COUNTRIES)]
        values: Row = {
            "id": identifier,
            "name": name,
            "aliases": [],
            "types": ["education"],
            "status": "active",
            "city": fake_place(shape.seed, number),
            "country": country,
            "countryCode": code,
            "ord": f"{fold(name)} {identifier}",
        }
        has_parent = number >= MANY and number % 2
        yield {"values": values, "folded": fold(name), "parent": fake_id("i", number // MANY) if has_parent else None}


def people(shape: GraphShape, numbers: Iterable[int]) -> list[Row]:
    """Return researchers."""
    rows: list[Row] = []
    for number in numbers:
        identifier = fake_id("r", number)
        given_name, family = fake_person_name(shape.seed, number)
        name = f"{given_name} {family}"
        rows.append({"id": identifier, "name": name, "ord": f"{sort_name(name, family)} {identifier}"})
    return rows


def paper(shape: GraphShape, publication: Paper) -> Row:
    """Return a paper with all of its relationships except citations."""
    number = publication.number
    identifier, year = fake_id("p", number), dates.year(publication.published)
    order = dates.newest_first_key(publication.published, identifier)
    has_affiliations, has_code = number % AFFILIATED == 0, publication.chance.random() < 0.05  # noqa: PLR2004 a share
    homes = [shape.home(person) for person in publication.authors] if has_affiliations else []
    authors: list[Value] = []
    for position, person in enumerate(publication.authors, 1):
        authorship: Row = {
            "rid": fake_id("r", person),
            "pid": identifier,
            "ord": order,
            "position": position,
            "nameAsWritten": " ".join(fake_person_name(shape.seed, person)),
            "sources": [SOURCE],
        }
        if has_affiliations:
            authorship["affiliations"] = [institution_name(shape, homes[position - 1])]
        authors.append(authorship)
    return {
        "values": {
            **_values(shape, publication),
            "id": identifier,
            "ord": order,
            "institutionsKnown": has_affiliations,
            "hasCode": has_code or None,
        },
        "authors": authors,
        "topics": [
            {
                "tid": fake_id("t", first_leaf() + leaf),
                "ord": order,
                "score": 1.0,
                "primary": position == 1,
                "position": position,
                "source": SOURCE,
            }
            for position, leaf in enumerate(publication.topics, 1)
        ],
        "places": [
            {
                "iid": fake_id("i", home),
                "ord": order,
                "position": position,
                "source": SOURCE,
                "asWritten": institution_name(shape, home),
            }
            for position, home in enumerate(homes, 1)
        ],
        "volume": [] if publication.venue is None else [volume_id(publication.venue, year)],
        "form": [{"url": f"https://papers.example/{number}.pdf", "kind": "article", "source": SOURCE}]
        if publication.venue is not None
        else [],
        "code": [{"url": f"https://code.example/{number}", "source": SOURCE}] if has_code else [],
    }


def _values(shape: GraphShape, publication: Paper) -> Row:
    precision = dates.precision(publication.published)
    return {
        "title": fake_title(shape.seed, publication.number),
        "kind": "preprint" if publication.venue is None else "article",
        "year": dates.year(publication.published),
        "publishedOn": publication.published,
        "publishedPrecision": precision,
        "publishedSource": SOURCE,
        "dateValues": [publication.published],
        "datePrecisions": [precision],
        "dateKinds": ["published"],
        "dateSources": [SOURCE],
        "sources": [SOURCE],
        "doi": f"10.5555/{SOURCE}.{publication.number}",
        "authorsComplete": True,
        "referencesKnown": bool(publication.cites),
        "notices": [],
        "awards": [],
        "citationCount": 0,
        "referenceCount": 0,
        "authorCount": 0,
    }


def cites(publication: Paper) -> Row | None:
    """Return the citations of a paper, if it has references."""
    if not publication.cites:
        return None
    identifier = fake_id("p", publication.number)
    order = dates.newest_first_key(publication.published, identifier)
    return {
        "paper": identifier,
        "cites": [{"pid": fake_id("p", cited), "ord": order, "sources": [SOURCE]} for cited in publication.cites],
    }
