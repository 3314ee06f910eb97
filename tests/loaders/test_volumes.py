"""A journal's volume, and a book, is one in the graph whichever sources tell of it."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cypher.migrate import migrations
from cypher.run import Graph
from loaders.bulk.take import keys_of
from loaders.parts import Author
from loaders.places import Place, Within, in_book, in_journal, in_venue
from loaders.record import PaperRecord, Record, VenueRecord
from loaders.statement import volume_key
from loaders.unload import unload
from tests.conftest import emptied
from tests.loaders.loading import loaded

PRINT, ELECTRONIC = "issn:0098-0331", "issn:1573-1561"
VOLUMES = """
MATCH (v:Volume)
RETURN v.key, v.title, [(v)<-[:DESCRIBES]-(r) | r.source] AS sources, COUNT { (v)<-[:APPEARED_IN]-() },
       [(v)-[:PART_OF]->(venue) | venue.name] AS venues
ORDER BY v.key
"""


def article(source: str, key: str, place: Place, doi: str) -> list[Record]:
    return [*place.told, PaperRecord(source=source, key=key, title=f"On {doi}", ids=(doi,), appeared_in=place.use)]


def journal(source: str, *issns: str, number: str | None = "48") -> Place:
    return in_journal(Within(source=source, name="Journal of Ones", number=number, pages="1-2"), issns)


async def rows(graph: Graph, text: str) -> list[list[Any]]:
    return (await graph.read(text)).rows


def test_a_volume_goes_by_an_id_that_all_sources_know() -> None:
    """A key that begins with an ISSN or ISBN stands for itself; any other is of its source."""
    assert volume_key("crossref:issn:0098-0331/48") == volume_key("jats:issn:0098-0331/48") == "issn:0098-0331/48"
    assert volume_key("crossref:isbn:9783161484100") == "isbn:9783161484100"
    assert volume_key("acl:2022.acl-long") == "acl:2022.acl-long"
    assert volume_key("issn:0098-0331/48") == "issn:0098-0331/48"


def test_a_venue_with_an_own_key_lends_its_volumes_the_first_issn() -> None:
    """A source that knows journals by keys of its own tells of the same volume as one that knows them by ISSN."""
    own = VenueRecord(source="openalex", key="S1", name="Journal of Ones", ids=("openalex:S1", ELECTRONIC, PRINT))
    mine = in_venue(Within(source="openalex", name="Journal of Ones", number="48"), own)
    theirs = journal("crossref", PRINT, ELECTRONIC)
    assert mine.use is not None
    assert theirs.use is not None
    assert mine.use.volume == theirs.use.volume == "issn:0098-0331/48"
    assert {key for place in (mine, theirs) for key in keys_of(place.told[1])} == {"volume issn:0098-0331/48"}


@pytest.mark.graph
@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_sources_in_any_order_tell_of_one_volume(
    empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]
) -> None:
    """A paper that three sources have stands in one volume of one venue, which every one of them describes."""
    said = [
        article("crossref", "a", journal("crossref", PRINT, ELECTRONIC), "doi:10.1000/a"),
        article("jats", "a", journal("jats", ELECTRONIC, PRINT), "doi:10.1000/a"),
        article("pubmed", "b", journal("pubmed", PRINT), "doi:10.1000/b"),
    ]
    for place in order:
        await loaded(empty_graph, tmp_path, said[place], loader=f"files{place}")
    (found,) = await rows(empty_graph, VOLUMES)
    assert [*found[:2], sorted(found[2]), *found[3:]] == [
        "issn:0098-0331/48",
        "Volume 48",
        ["crossref", "jats", "pubmed"],
        2,
        ["Journal of Ones"],
    ]
    appeared = "MATCH (p:Paper)-[a:APPEARED_IN]->() RETURN p.doi, a.pages ORDER BY p.doi"
    assert await rows(empty_graph, appeared) == [["10.1000/a", "1-2"], ["10.1000/b", "1-2"]]


@pytest.mark.graph
async def test_a_book_keeps_what_the_sources_left_say(empty_graph: Graph, tmp_path: Path) -> None:
    """Where one of two sources of a book is taken back, its editors and title are the other's."""
    for source, editor in (("crossref", "Ana Ruiz"), ("datacite", "Ana M. Ruiz")):
        within = Within(source=source, name=f"Ones, by {source}", editors=(Author(name=editor),))
        place = in_book(within, ["isbn:9783161484100"])
        await loaded(empty_graph, tmp_path, article(source, "c", place, "doi:10.1000/c"), loader=source)
    text = "MATCH (v:Volume) RETURN v.key, v.title, [(v)<-[e:EDITED]-() | e.nameAsWritten]"
    assert await rows(empty_graph, text) == [["isbn:9783161484100", "Ones, by crossref", ["Ana Ruiz"]]]
    await unload(empty_graph, "crossref")
    assert await rows(empty_graph, text) == [["isbn:9783161484100", "Ones, by datacite", ["Ana M. Ruiz"]]]
    await unload(empty_graph, "datacite")
    assert await rows(empty_graph, text) == []


@pytest.mark.graph
async def test_volumes_of_an_earlier_graph_become_one(empty_graph: Graph) -> None:
    """Volumes that were kept by source are folded into the oldest; papers, venues, editors and ids move to it."""
    await emptied(empty_graph)
    await empty_graph.administer(
        """
        CREATE (a:Volume {id: 'w_1', key: 'crossref:issn:0098-0331/48'}),
               (b:Volume {id: 'w_2', key: 'jats:issn:0098-0331/48'}), (:Volume {id: 'w_3', key: 'acl:2022.acl-long'}),
               (both:Paper {id: 'p_1'}), (one:Paper {id: 'p_2'}), (b)-[:PART_OF]->(:Venue {id: 'v_1'}),
               (both)-[:APPEARED_IN {pages: '1'}]->(a), (both)-[:APPEARED_IN {pages: '2'}]->(b),
               (one)-[:APPEARED_IN {pages: '3'}]->(b), (:Researcher {id: 'r_1'})-[:EDITED {position: 1}]->(b),
               (:Record {source: 'jats'})-[:DESCRIBES]->(b)
        """
    )
    for text in next(one.statements for one in migrations() if one.name == "V0009__volumes"):
        await empty_graph.administer(text)
    text = """
    MATCH (v:Volume)
    RETURN v.id, v.key, COLLECT { MATCH (v)<-[a:APPEARED_IN]-(p) RETURN p.id + ' ' + a.pages ORDER BY p.id },
           [(v)-[:PART_OF]->(venue) | venue.id], [(v)<-[:EDITED]-(r) | r.id], [(v)<-[:DESCRIBES]-(r) | r.source],
           [(v)<-[:IDENTIFIES]-(i) | i.value]
    ORDER BY v.id
    """
    assert await rows(empty_graph, text) == [
        ["w_1", "issn:0098-0331/48", ["p_1 1", "p_2 3"], ["v_1"], ["r_1"], ["jats"], ["w_2"]],
        ["w_3", "acl:2022.acl-long", [], [], [], [], []],
    ]
    gone = "MATCH (g:Gone) RETURN g.id, g.into"
    assert await rows(empty_graph, gone) == [["w_2", "w_1"]]
