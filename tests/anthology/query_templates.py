"""Templates of queries on the whole ACL Anthology, each with the answer computed from the XML files alone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tests.anthology.source import Paper, Volume

Data: TypeAlias = Mapping[str, object]


class Anthology:
    """The papers of the XML files, indexed by ACL ID and by volume."""

    def __init__(self, papers: list[Paper]) -> None:
        self.papers = papers
        self.by_acl = {paper.acl: paper for paper in papers}
        self.volumes: dict[Volume, list[Paper]] = defaultdict(list)
        for paper in papers:
            self.volumes[paper.volume].append(paper)

    def where(self, fits: Callable[[Paper], object]) -> list[Paper]:
        """Return the papers for which the predicate is true."""
        return [paper for paper in self.papers if fits(paper)]

    def volume(self, name: str) -> list[Paper]:
        """Return the papers of a volume, such as `P19-1`."""
        return next(papers for volume, papers in self.volumes.items() if volume.id == name)


Expected: TypeAlias = Callable[[Anthology], Data]


@dataclass(frozen=True)
class Operation:
    """A query and the `data` that the XML files imply for it."""

    query: str
    expected: Expected


def one_paper(acl: str) -> Operation:
    def expected(source: Anthology) -> Data:
        paper = source.by_acl[acl]
        edges = [{"position": at, "nameAsWritten": name} for at, name in enumerate(paper.authors, 1)]
        shown = {"title": paper.title, "year": paper.year, "authors": {"totalCount": len(edges), "edges": edges}}
        return {"paper": shown}

    return Operation(
        f'{{ paper(by: {{acl: "{acl}"}}) '
        "{ title year authors(first: 100) { totalCount edges { position nameAsWritten } } } }",
        expected,
    )


def count(where: str, fits: Callable[[Paper], object]) -> Operation:
    query = f"{{ papers(where: {where}) {{ totalCount }} }}"
    return Operation(query, lambda source: {"papers": {"totalCount": len(source.where(fits))}})


def of_year(year: int) -> Operation:
    return count(f"{{year: {{eq: {year}}}}}", lambda paper: paper.year == year)


def of_collection(prefix: str) -> Operation:
    return count(f'{{acl: {{startsWith: "{prefix}"}}}}', lambda paper: paper.acl.startswith(prefix))


def titled(word: str) -> Operation:
    return count(f'{{title: {{contains: "{word}"}}}}', lambda paper: word in paper.title)


def titled_between(word: str, first: int, last: int) -> Operation:
    return count(
        f'{{title: {{ignoringCase: {{contains: "{word}"}}}}, year: {{gte: {first}, lte: {last}}}}}',
        lambda paper: word in paper.title.lower() and first <= paper.year <= last,
    )


def without_abstract(year: int) -> Operation:
    return count(
        f"{{year: {{eq: {year}}}, abstract: {{isNull: true}}}}", lambda paper: paper.year == year and not paper.abstract
    )


def written_by(name: str) -> Operation:
    """Count the papers whose byline contains a name exactly as written."""
    return count(
        f'{{authors: {{some: {{edge: {{nameAsWritten: {{eq: "{name}"}}}}}}}}}}', lambda paper: name in paper.authors
    )


def first_author(name: str) -> Operation:
    return count(
        f'{{authors: {{some: {{edge: {{nameAsWritten: {{eq: "{name}"}}, position: {{eq: 1}}}}}}}}}}',
        lambda paper: paper.authors[:1] == (name,),
    )


def together(one: str, other: str) -> Operation:
    some = 'authors: {{some: {{edge: {{nameAsWritten: {{eq: "{}"}}}}}}}}'
    return count(
        f"{{and: [{{{some.format(one)}}}, {{{some.format(other)}}}]}}",
        lambda paper: one in paper.authors and other in paper.authors,
    )


def at_venue(venue: str, year: int) -> Operation:
    return count(
        f'{{year: {{eq: {year}}}, venues: {{some: {{node: {{acl: {{eq: "{venue}"}}}}}}}}}}',
        lambda paper: paper.year == year and venue in paper.volume.venues,
    )


def venue_years(venue: str) -> Operation:
    def expected(source: Anthology) -> Data:
        years = Counter(paper.year for paper in source.where(lambda paper: venue in paper.volume.venues))
        span = range(min(years), max(years) + 1)
        rows = [{"year": year, "count": years.get(year, 0)} for year in span]
        return {"venue": {"papers": {"totalCount": years.total(), "years": rows}}}

    return Operation(
        f'{{ venue(by: {{acl: "{venue}"}}) {{ papers {{ totalCount years {{ year count }} }} }} }}', expected
    )


def grouped_by_year(word: str) -> Operation:
    def expected(source: Anthology) -> Data:
        years = Counter(paper.year for paper in source.where(lambda paper: word in paper.title))
        groups = sorted(years.items(), reverse=True)
        return {"papers": {"groupBy": {"groups": [{"count": n, "keys": [{"value": str(y)}]} for y, n in groups]}}}

    return Operation(
        f'{{ papers(where: {{title: {{contains: "{word}"}}}}) '
        "{ groupBy(keys: [YEAR], orderBy: [{field: KEY, direction: DESC}]) { groups { count keys { value } } } } }",
        expected,
    )


def editors(volume: str) -> Operation:
    def expected(source: Anthology) -> Data:
        told = source.volume(volume)
        names = told[0].volume.editors
        edges = [{"position": at, "nameAsWritten": name} for at, name in enumerate(names, 1)]
        volumes = [{"volume": {"title": told[0].volume.title, "year": told[0].year, "editors": {"edges": edges}}}]
        return {"paper": {"appearances": volumes}}

    return Operation(
        f'{{ paper(by: {{acl: "{first_of(volume)}"}}) '
        "{ appearances { volume { title year editors(first: 50) { edges { position nameAsWritten } } } } } }",
        expected,
    )


def first_of(volume: str) -> str:
    """Return the ACL ID of a volume's first paper."""
    collection, number = volume.rsplit("-", 1)
    return f"{volume}.1" if not collection[0].isalpha() else f"{collection}-{number}001"


def pages(acl: str) -> Operation:
    def expected(source: Anthology) -> Data:
        paper = source.by_acl[acl]
        return {"paper": {"appearances": [{"pages": paper.pages}], "doi": paper.doi.lower() if paper.doi else None}}

    return Operation(f'{{ paper(by: {{acl: "{acl}"}}) {{ appearances {{ pages }} doi }} }}', expected)


def by_title(prefix: str, size: int) -> Operation:
    """Query the first papers of a volume by title, in code point order. The titles of these volumes differ."""

    def expected(source: Anthology) -> Data:
        found = sorted(paper.title for paper in source.where(lambda paper: paper.acl.startswith(prefix)))
        return {"papers": {"nodes": [{"title": title} for title in found[:size]]}}

    return Operation(
        f'{{ papers(first: {size}, where: {{acl: {{startsWith: "{prefix}"}}}}, '
        "orderBy: [{field: TITLE}]) { nodes { title } } }",
        expected,
    )


def by_authors(prefix: str, size: int) -> Operation:
    """Query the longest bylines of a volume. Ties are ordered by ACL ID."""

    def expected(source: Anthology) -> Data:
        found = source.where(lambda paper: paper.acl.startswith(prefix))
        ordered = sorted(found, key=lambda paper: (-len(paper.authors), paper.acl))[:size]
        return {"papers": {"nodes": [{"acl": paper.acl, "authorCount": len(paper.authors)} for paper in ordered]}}

    return Operation(
        f'{{ papers(first: {size}, where: {{acl: {{startsWith: "{prefix}"}}}}, '
        "orderBy: [{field: AUTHOR_COUNT}, {field: ACL}]) { nodes { acl authorCount } } }",
        expected,
    )


def last_by_acl(prefix: str, size: int) -> Operation:
    """Query the last ACL IDs of a collection with `last`."""

    def expected(source: Anthology) -> Data:
        found = sorted(paper.acl for paper in source.where(lambda paper: paper.acl.startswith(prefix)))
        more = len(found) > size
        return {"papers": {"nodes": [{"acl": acl} for acl in found[-size:]], "pageInfo": {"hasPreviousPage": more}}}

    return Operation(
        f'{{ papers(last: {size}, where: {{acl: {{startsWith: "{prefix}"}}}}, '
        "orderBy: [{field: ACL}]) { nodes { acl } pageInfo { hasPreviousPage } } }",
        expected,
    )


def listed(*ids: str) -> Operation:
    """Query papers by a list of ACL IDs, including IDs that the files do not contain."""

    def expected(source: Anthology) -> Data:
        there = [acl for acl in dict.fromkeys(ids) if acl in source.by_acl]
        missing = [acl for acl in ids if acl not in source.by_acl]
        return {"papers": {"missing": missing, "nodes": [{"acl": acl} for acl in there]}}

    quoted = ", ".join(f'"{acl}"' for acl in ids)
    return Operation(f"{{ papers(where: {{acl: {{in: [{quoted}]}}}}) {{ missing nodes {{ acl }} }} }}", expected)


def known_person(person: str) -> Operation:
    """Query the paper count and years of a person whose every paper states the Anthology's ID."""

    def expected(source: Anthology) -> Data:
        found = source.where(lambda paper: person in paper.ids)
        years = [paper.year for paper in found]
        shown = {"paperCount": len(found), "firstYear": min(years), "lastYear": max(years)}
        return {"researcher": shown}

    return Operation(f'{{ researcher(by: {{acl: "{person}"}}) {{ paperCount firstYear lastYear }} }}', expected)


def awarded(acl: str) -> Operation:
    return Operation(
        f'{{ paper(by: {{acl: "{acl}"}}) {{ awards retracted }} }}',
        lambda source: {
            "paper": {"awards": list(source.by_acl[acl].awards), "retracted": source.by_acl[acl].retracted}
        },
    )


def authors_at_least(least: int, year: int) -> Operation:
    return count(
        f"{{authorCount: {{gte: {least}}}, year: {{eq: {year}}}}}",
        lambda paper: len(paper.authors) >= least and paper.year == year,
    )


def not_there(acl: str) -> Operation:
    return Operation(f'{{ paper(by: {{acl: "{acl}"}}) {{ title }} }}', lambda _: {"paper": None})
