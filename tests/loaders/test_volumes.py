"""A journal volume or a book is one entity, whichever sources describe it."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.bibliographic.containers import (
    Container,
    ContainerInfo,
    book_container,
    journal_container,
    number_key,
    volume_of_venue,
)
from loaders.bulk.extract import match_keys
from loaders.curation.decisions import Curator, revoke, split
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.parts import Author
from loaders.records.record import PaperRecord, Record, VenueRecord
from loaders.unload.remove_records import unload
from tests.loaders.load_helpers import export_lines, load_records
from tests.tiers import sampled_cases

PRINT, ELECTRONIC = "issn:0098-0331", "issn:1573-1561"
IDS = """COLLECT {
  MATCH (v)<-[:IDENTIFIES]-(i) WHERE i.scheme = 'volume' AND i.value =~ 'is.n:[^/]*(/48)?'
  RETURN i.value ORDER BY i.value
}"""
VOLUMES = f"""
MATCH (v:Volume)
RETURN {IDS} AS ids, v.title, [(v)<-[:DESCRIBES]-(r) | r.source] AS sources, COUNT {{ (v)<-[:APPEARED_IN]-() }},
       [(v)-[:PART_OF]->(venue) | venue.name] AS venues
ORDER BY ids
"""


EDITORS = "MATCH (v:Volume)<-[e:EDITED]-() RETURN e.nameAsWritten ORDER BY e.position"


def article(source: str, key: str, place: Container, doi: str) -> list[Record]:
    return [*place.records, PaperRecord(source=source, key=key, title=f"On {doi}", ids=(doi,), appeared_in=place.use)]


def journal(source: str, *issns: str, number: str | None = "48") -> Container:
    return journal_container(ContainerInfo(source=source, name="Journal of Ones", number=number, pages="1-2"), issns)


async def rows(graph: Graph, text: str) -> list[list[Any]]:
    return (await graph.read(text)).rows


def test_venue_passes_issns_to_its_volumes() -> None:
    """A source with its own journal keys gives the same volume as a source that identifies journals by ISSN."""
    known = VenueRecord(source="openalex", key="S1", name="Journal of Ones", ids=("openalex:S1", ELECTRONIC, PRINT))
    mine = volume_of_venue(ContainerInfo(source="openalex", name="Journal of Ones", number="048"), known)
    theirs = journal("crossref", PRINT, ELECTRONIC)
    shared = {"volume:issn:0098-0331/48", "volume:issn:1573-1561/48"}
    own = ("volume:openalex:issn:0098-0331/48", "volume:crossref:issn:0098-0331/48")
    assert [set(match_keys(place.records[1])) for place in (mine, theirs)] == [{*shared, one} for one in own]


def test_volume_numbers_are_compared_by_normal_form() -> None:
    """White space, case, dashes, zeros and the word "volume" do not distinguish volumes; other text does."""
    assert len({number_key(one) for one in ("48", "048", " 48 ", "Vol. 48", "vol 48", "Volume 48")}) == 1
    assert len({number_key(one) for one in ("48-49", "48\u201349", "48 \u2014 49")}) == 1
    assert number_key("48\u00a0Suppl  1") == number_key("48 SUPPL 1") == "48 suppl 1"
    assert [number_key(one) for one in (None, "", "0", "A48", "Vol")] == ["", "", "0", "a48", "vol"]


@pytest.mark.graph
@pytest.mark.parametrize("order", sampled_cases(permutations(range(3))))
async def test_sources_in_any_order_give_one_volume(empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]) -> None:
    """A paper in three sources belongs to one volume of one venue, described by all of them."""
    said = [
        article("crossref", "a", journal("crossref", PRINT, ELECTRONIC), "doi:10.1000/a"),
        article("jats", "a", journal("jats", ELECTRONIC, PRINT), "doi:10.1000/a"),
        article("pubmed", "b", journal("pubmed", PRINT), "doi:10.1000/b"),
    ]
    for place in order:
        await load_records(empty_graph, tmp_path, said[place], loader=f"files{place}")
    (found,) = await rows(empty_graph, VOLUMES)
    assert [*found[:2], sorted(found[2]), *found[3:]] == [
        ["issn:0098-0331/48", "issn:1573-1561/48"],
        "Volume 48",
        ["crossref", "jats", "pubmed"],
        2,
        ["Journal of Ones"],
    ]
    appeared = "MATCH (p:Paper)-[a:APPEARED_IN]->() RETURN p.doi, a.pages ORDER BY p.doi"
    assert await rows(empty_graph, appeared) == [["10.1000/a", "1-2"], ["10.1000/b", "1-2"]]


@pytest.mark.graph
async def test_book_is_identified_by_all_isbns(empty_graph: Graph, tmp_path: Path) -> None:
    """Chapters with different ISBNs belong to one book, each once, whichever source links the ISBNs."""
    paper, online = "isbn:9783161484100", "isbn:9780306406157"

    def chapter(source: str, key: str, isbns: list[str], *editors: str) -> list[Record]:
        listed = tuple(Author(name=one) for one in editors)
        place = book_container(ContainerInfo(source=source, name="A Book", pages=f"{key}-9", editors=listed), isbns)
        return [*deduplicate_partials(article(source, key, place, f"doi:10.1000/{key}"), RecentKeys())]

    said = [
        *chapter("crossref", "1", [paper], "Rita Roe"),
        *chapter("crossref", "2", [online, paper], "Rita Roe", "Ann Lee"),
        *chapter("crossref", "3", [online]),
        *chapter("pubmed", "1", [online]),
    ]
    exports = [await export_lines(empty_graph, tmp_path, list(order), chunk=chunk) for order, chunk in _orders(said)]
    assert all(one == exports[0] for one in exports)
    (found,) = await rows(empty_graph, VOLUMES)
    assert [found[0], found[1], sorted(found[2]), found[3]] == [
        ["isbn:9780306406157", "isbn:9783161484100"],
        "A Book",
        ["crossref", "crossref", "pubmed"],
        3,
    ]
    assert await rows(empty_graph, EDITORS) == [["Rita Roe"], ["Ann Lee"]]


def _orders(said: Sequence[Record]) -> Iterator[tuple[Sequence[Record], int]]:
    """Yield orders of the records with a batch size each."""
    yield said, 2000
    yield said[::-1], 2000
    yield said, 1
    yield said[::-1], 1
    yield [*said[3:], *said[:3]], 2


@pytest.mark.full
@pytest.mark.graph
async def test_isbn_of_set_does_not_join_volumes(empty_graph: Graph, tmp_path: Path) -> None:
    """Two volumes of a set, each with the ISBN of the set, stay two volumes in two sources."""
    isbns = {"One": "isbn:9783161484100", "Two": "isbn:9780306406157"}
    of_the_set = "isbn:9780000000002"
    for source in ("crossref", "jats"):
        said: list[Record] = []
        for title, isbn in isbns.items():
            place = book_container(ContainerInfo(source=source, name=title), [isbn, of_the_set])
            said += deduplicate_partials(article(source, title, place, f"doi:10.1000/{title}"), RecentKeys())
        await load_records(empty_graph, tmp_path, said, loader=source)
    found = await rows(
        empty_graph, "MATCH (v:Volume) RETURN v.title, COUNT { (v)<-[:APPEARED_IN]-() } ORDER BY v.title"
    )
    assert found == [["One", 1], ["Two", 1]]


@pytest.mark.graph
async def test_volumes_of_two_journals_stay_separate(empty_graph: Graph, tmp_path: Path) -> None:
    """Two journals of one source that share an ISSN, as after a title change, each have their own volume 48."""
    said: list[Record] = []
    for name, issns in (("Ones", [PRINT, ELECTRONIC]), ("Twos", [ELECTRONIC, "issn:2049-3630"])):
        place = journal_container(ContainerInfo(source="crossref", name=name, number="48"), issns)
        said += deduplicate_partials(article("crossref", name, place, f"doi:10.1000/{name}"), RecentKeys())
    await load_records(empty_graph, tmp_path, said)
    text = """MATCH (p:Paper)-[:APPEARED_IN]->(v)-[:PART_OF]->(venue)
    RETURN p.doi, venue.name, COUNT { (v)<-[:APPEARED_IN]-() } ORDER BY p.doi"""
    assert await rows(empty_graph, text) == [["10.1000/ones", "Ones", 1], ["10.1000/twos", "Twos", 1]]


@pytest.mark.full
@pytest.mark.graph
async def test_wrong_volume_can_be_split(empty_graph: Graph, tmp_path: Path) -> None:
    """A split of a volume moves the papers of its source; a revoke restores the previous state."""
    for source in ("crossref", "jats"):
        found = deduplicate_partials(
            article(source, "a", journal(source, PRINT), f"doi:10.1000/{source}"), RecentKeys()
        )
        await load_records(empty_graph, tmp_path, list(found), loader=source)
    text = "MATCH (p:Paper)-[:APPEARED_IN]->(v:Volume) RETURN p.doi, v.id ORDER BY p.doi"
    ((_, volume), *_) = before = await rows(empty_graph, text)
    assert before == [["10.1000/crossref", volume], ["10.1000/jats", volume]]
    curator = Curator(by="A curator", why="another journal")
    decision = await split(empty_graph, volume, ["jats:issn:0098-0331/48"], curator)
    after = await rows(empty_graph, text)
    assert [after[0], after[1][1] == volume] == [before[0], False]
    await revoke(empty_graph, decision.key, curator)
    assert await rows(empty_graph, text) == before


@pytest.mark.graph
@pytest.mark.parametrize("order", sampled_cases([(0, 1), (1, 0)]))
async def test_known_volume_precedes_missing_volume(empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]) -> None:
    """A paper without a volume in one source and in volume 48 in another belongs only to volume 48."""
    said = [article("crossref", "a", journal("crossref", PRINT, number=None), "doi:10.1000/a")]
    said += [article("opencitations", "a", journal("opencitations", PRINT), "doi:10.1000/a")]
    for place in order:
        await load_records(empty_graph, tmp_path, said[place], loader=f"files{place}")
    text = "MATCH (p:Paper)-[:APPEARED_IN]->(v:Volume) RETURN v.title"
    assert await rows(empty_graph, text) == [["Volume 48"]]
    await unload(empty_graph, "files1")
    assert await rows(empty_graph, text) == [["Without volume"]]


@pytest.mark.full
@pytest.mark.graph
async def test_editors_come_from_source_with_highest_priority(empty_graph: Graph, tmp_path: Path) -> None:
    """A bibliography that lists fewer editors does not remove the editors from the publisher."""
    for source, editors in (("crossref", ("Rita Roe", "Ann Lee")), ("bibtex", ("Rita Roe",))):
        within = ContainerInfo(source=source, name="A Book", editors=tuple(Author(name=one) for one in editors))
        place = book_container(within, ["isbn:9783161484100"])
        await load_records(empty_graph, tmp_path, article(source, "c", place, "doi:10.1000/c"), loader=source)
    assert await rows(empty_graph, EDITORS) == [["Rita Roe"], ["Ann Lee"]]


@pytest.mark.full
@pytest.mark.graph
async def test_paper_finds_volume_in_any_load_order(empty_graph: Graph, tmp_path: Path) -> None:
    """A paper has no volume until the volume is loaded, and again after the volume is unloaded."""
    place = book_container(ContainerInfo(source="crossref", name="A Book", pages="3-9"), ["isbn:9783161484100"])
    *told, paper = article("crossref", "a", place, "doi:10.1000/a")
    text = "MATCH (:Paper)-[a:APPEARED_IN]->(v:Volume) RETURN v.title, a.pages"
    await load_records(empty_graph, tmp_path, [paper], loader="papers")
    assert await rows(empty_graph, text) == []
    await load_records(empty_graph, tmp_path, told, loader="books")
    assert await rows(empty_graph, text) == [["A Book", "3-9"]]
    await unload(empty_graph, "books")
    assert await rows(empty_graph, text) == []
    assert await rows(empty_graph, "MATCH (v:Volume) RETURN v") == []


@pytest.mark.full
@pytest.mark.graph
async def test_book_has_values_of_remaining_sources(empty_graph: Graph, tmp_path: Path) -> None:
    """After one of two sources of a book is unloaded, its editors and title are those of the other."""
    for source, editor in (("crossref", "Ana Ruiz"), ("datacite", "Ana M. Ruiz")):
        within = ContainerInfo(source=source, name=f"Ones, by {source}", editors=(Author(name=editor),))
        place = book_container(within, ["isbn:9783161484100"])
        await load_records(empty_graph, tmp_path, article(source, "c", place, "doi:10.1000/c"), loader=source)
    text = "MATCH (v:Volume) RETURN v.isbns, v.title, [(v)<-[e:EDITED]-() | e.nameAsWritten]"
    assert await rows(empty_graph, text) == [[["9783161484100"], "Ones, by crossref", ["Ana Ruiz"]]]
    await unload(empty_graph, "crossref")
    assert await rows(empty_graph, text) == [[["9783161484100"], "Ones, by datacite", ["Ana M. Ruiz"]]]
    await unload(empty_graph, "datacite")
    assert await rows(empty_graph, text) == []
