import re
from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.formats import archive
from loaders.pipeline.chunk_reader import chunks
from loaders.pipeline.run import load
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import Item, PaperRecord, PersonRecord, Record, VenueRecord, VolumeRecord
from loaders.sources.acl.people import slug
from loaders.sources.acl.volume import anthology_id
from loaders.sources.base import sources

COLLECTION = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2099.demo">
  <volume id="main" type="proceedings">
    <meta>
      <booktitle>Proceedings of the <fixed-case>D</fixed-case>emo</booktitle>
      <editor><first>Ada</first><last>Editor</last></editor>
      <publisher>Nobody</publisher><address>Nowhere</address>
      <month>July 5-10</month><year>2099</year>
      <venue>demo</venue>
    </meta>
    <frontmatter><url hash="00000000">2099.demo-main.0</url><bibkey>demo-2099</bibkey></frontmatter>
    <paper id="1">
      <title><fixed-case>O</fixed-case>n <tex-math>k</tex-math>-<i>means</i></title>
      <author><first>Léa</first><last>Dupont</last><affiliation>Université d'Essai</affiliation></author>
      <author id="john-doe-2"><first>John</first><last>Doe</last></author>
      <author><last>Mononym</last></author>
      <pages>1-8</pages>
      <abstract>See <url>https://example.org</url>, it is <b>bold</b>.</abstract>
      <url hash="00000000">2099.demo-main.1</url>
      <doi>10.1000/Demo.1</doi>
      <award>Best Demo</award>
      <revision id="2" href="2099.demo-main.1v2" hash="00000000" date="2099-08-01">A figure.</revision>
      <erratum id="1" hash="00000000" date="2099-09-01">2099.demo-main.1e1</erratum>
      <attachment type="software" hash="00000000">2099.demo-main.1.software.zip</attachment>
      <video href="2099.demo-main.1.mp4"/>
      <pwccode url="https://github.com/demo/demo" additional="false">demo/demo</pwccode>
      <pwcdataset url="https://example.org/set">Set</pwcdataset>
      <bibkey>dupont-2099</bibkey>
    </paper>
    <paper id="2">
      <title>Withdrawn</title>
      <author><first>Leon</first><last>Dostert</last></author>
      <retracted date="2099-10-01">It was wrong.</retracted>
      <pwccode url="" additional="true"/>
      <bibkey>x</bibkey>
    </paper>
    <paper id="3"><author><first>No</first><last>Title</last></author></paper>
  </volume>
  <event id="demo-2099"><meta><title>Demo</title></meta></event>
</collection>
"""
NAMES = """
- canonical: {first: Léon, last: Dostert}
  variants:
  - {first: Leon, last: Dostert}
- canonical: {first: John, last: Doe}
  id: john-doe-1
"""
VENUES = {"yaml/venues/demo.yaml": "acronym: DEMO\nname: Workshop on Demos\n"}
MONONYM = "<last>Mononym</last>"
IN_CHINESE = (
    MONONYM
    + '<variant script="hani"><first>名,</first><last>王</last></variant>'
    + '<variant script="latn"><first>Em</first><last>Mononym</last></variant>'
)


ENTITIES = """<!DOCTYPE collection [<!ENTITY e "expanded">]>
<collection id="2099.demo"><volume id="1"><meta><booktitle>One</booktitle><year>2099</year></meta>
<paper id="1"><title>On &e;</title></paper><paper id="2"><title>Plain</title></paper></volume>
<volume id="2"><meta><booktitle>&e;</booktitle><year>2099</year></meta>
<paper id="1"><title>Homeless</title></paper></volume></collection>
"""


def written(folder: Path, collection: str) -> Path:
    (folder / "name_variants.yaml").write_text(NAMES, "utf-8")
    (folder / "2099.demo.xml").write_text(collection, "utf-8")
    return folder / "2099.demo.xml"


def read(folder: Path, files: dict[str, str]) -> tuple[list[Record], list[Item]]:
    """Write files, read them as the acl source, and return records as they would be loaded, and rejects."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with archive.open_files([folder], sources()["acl"].accepts) as found:
        parts = list(chunks(sources()["acl"], found))
    rejects = [RejectedItem(one.place, one.reason) for part in parts for one in (*part.rejects, *part.unreadable)]
    return [entry.record for part in parts for entry in part.entries], list(rejects)


def test_an_entity_is_no_text(tmp_path: Path) -> None:
    """A paper or volume in which an entity stands is rejected, and so are the papers of a volume that is not known."""
    records, rejects = read(tmp_path, {"xml/2099.demo.xml": ENTITIES, "yaml/name_variants.yaml": NAMES})
    assert [one.title for one in records if isinstance(one, PaperRecord | VolumeRecord)] == ["One", "Plain"]
    assert [one.reason for one in rejects if isinstance(one, RejectedItem)] == [
        "it contains the entity &e;, and entities are not expanded.",
        "it contains the entity &e;, and entities are not expanded.",
        "the paper is outside any volume.",
    ]


def test_a_collection_gives_all_that_it_states(tmp_path: Path) -> None:
    """Markup is folded, people have ids by the Anthology's rule, links and notices are kept, days of events are not."""
    records, rejects = read(
        tmp_path,
        {
            "data/xml/2099.demo.xml": COLLECTION,
            "data/yaml/name_variants.yaml": NAMES,
            "data/yaml/venues/demo.yaml": "acronym: DEMO\nname: Workshop on Demos\n",
        },
    )
    volume = next(one for one in records if isinstance(one, VolumeRecord))
    first, second = (one for one in records if isinstance(one, PaperRecord))
    assert (volume.title, volume.year, volume.venues) == ("Proceedings of the Demo", 2099, ("acl-venue:demo",))
    assert [one.ids for one in volume.editors] == [("acl-person:ada-editor",)]
    assert first.title == "On k-means"
    assert first.abstract == "See https://example.org, it is bold."
    assert first.ids == ("acl:2099.demo-main.1", "doi:10.1000/demo.1")
    assert [one.name for one in first.authors or ()] == ["Léa Dupont", "John Doe", "Mononym"]
    assert [one.ids[0] for one in first.authors or ()] == [
        "acl-person:lea-dupont",
        "acl-person:john-doe-2",
        "acl-person:mononym",
    ]
    assert [one.affiliations and one.affiliations[0].text for one in first.authors or ()] == [
        "Université d'Essai",
        None,
        None,
    ]
    assert [(one.value, one.kind) for one in first.dates] == [("2099-07", "published"), ("2099-09-01", "corrected")]
    assert [(one.kind, one.url) for one in first.forms] == [
        ("article", "https://aclanthology.org/2099.demo-main.1.pdf"),
        ("revision", "https://aclanthology.org/2099.demo-main.1v2.pdf"),
        ("erratum", "https://aclanthology.org/2099.demo-main.1e1.pdf"),
        ("attachment", "https://aclanthology.org/attachments/2099.demo-main.1.software.zip"),
        ("video", "https://aclanthology.org/2099.demo-main.1.mp4"),
    ]
    assert [(one.kind, one.name) for one in first.resources] == [("code", "demo/demo"), ("dataset", "Set")]
    assert (first.has_code, second.has_code, first.awards) == (None, None, ("Best Demo",))
    assert (second.retracted, second.notices, second.resources) == (True, ("It was wrong.",), ())
    assert [one.ids for one in second.authors or ()] == [("acl-person:leon-dostert",)]
    assert {one.key for one in records if isinstance(one, PersonRecord)} == {"person/leon-dostert", "person/john-doe-1"}
    assert [(one.acronym, one.kind) for one in records if isinstance(one, VenueRecord)] == [("DEMO", "workshop")]
    assert rejects == [RejectedItem("acl:2099.demo-main.3", "the title is empty.")]


@pytest.mark.parametrize(("year", "license_name"), [("2016", "CC-BY-4.0"), ("2015", "CC-BY-NC-SA-3.0")])
def test_a_years_license_is_that_of_its_records(tmp_path: Path, year: str, license_name: str) -> None:
    """Volumes and papers are under the license of their year; people and venues have none of their own."""
    said = {"data/xml/2099.demo.xml": COLLECTION.replace("<year>2099", f"<year>{year}")}
    records, _ = read(tmp_path, said | {"data/yaml/name_variants.yaml": NAMES})
    of_years = {one.record_license for one in records if isinstance(one, PaperRecord | VolumeRecord)}
    others = {one.record_license for one in records if not isinstance(one, PaperRecord | VolumeRecord)}
    assert (of_years, others) == ({license_name}, {None})


def test_a_torn_file_is_named_with_its_line(tmp_path: Path) -> None:
    """What stands before the tear is read; the file is reported with the line of the tear."""
    torn = COLLECTION[: COLLECTION.index('<paper id="2">') + 20]
    records, rejects = read(tmp_path, {"data/xml/2099.demo.xml": torn, "data/yaml/name_variants.yaml": NAMES})
    assert sum(isinstance(one, PaperRecord) for one in records) == 1
    assert [str(one) for one in rejects if re.search(r"line \d+: expected the Anthology's XML", str(one))]


def test_a_file_alone_takes_its_names_and_venues_from_beside(tmp_path: Path) -> None:
    """One collection by itself reads ../yaml: its people have the ids of the whole, its venue is told of."""
    whole, _ = read(tmp_path, {"xml/2099.demo.xml": COLLECTION, "yaml/name_variants.yaml": NAMES, **VENUES})
    with archive.open_files([tmp_path / "xml" / "2099.demo.xml"], sources()["acl"].accepts) as found:
        alone = [entry.record for part in chunks(sources()["acl"], found) for entry in part.entries]
    assert len(alone) == 4
    assert [one for one in alone if one not in whole] == []
    assert [one.name for one in alone if isinstance(one, VenueRecord)] == ["Workshop on Demos"]


def test_a_file_without_its_list_of_names_is_refused(tmp_path: Path) -> None:
    """Without the list of names nothing is read: the message says what is missing and what to give instead."""
    with pytest.raises(SourceFileError, match=r"2099\.demo\.xml: name_variants\.yaml.*byline load acl acl-anthology/"):
        read(tmp_path, {"2099.demo.xml": COLLECTION})


@pytest.mark.graph
@pytest.mark.anyio
async def test_a_file_of_what_was_loaded_changes_nothing(empty_graph: Graph, tmp_path: Path) -> None:
    """A folder, then one of its files by itself: every record unchanged, every line of the graph as it was."""
    read(tmp_path, {"xml/2099.demo.xml": COLLECTION, "yaml/name_variants.yaml": NAMES, **VENUES})
    await load(empty_graph, sources()["acl"], [tmp_path])
    before = await export(empty_graph)
    again = await load(empty_graph, sources()["acl"], [tmp_path / "xml" / "2099.demo.xml"])
    assert (again.unchanged, again.written_count, again.rejected) == (4, 0, 1)
    assert await export(empty_graph) == before


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("null", "", "expected a file of the Anthology"),
        ("venue.yaml", "[]", "expected one venue"),
        ("feed.xml", "<feed><entry/></feed>", "expected a <collection> of the Anthology; this is a <feed>"),
        ("empty.xml", "", "line 1: expected the Anthology's XML: it is empty."),
    ],
)
def test_what_is_no_file_of_the_anthology_says_so(tmp_path: Path, name: str, text: str, said: str) -> None:
    """A file of another kind could not be read: it is no rejected record."""
    (tmp_path / "name_variants.yaml").write_text(NAMES, "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    with archive.open_files([tmp_path / name], sources()["acl"].accepts) as found:
        (chunk,) = chunks(sources()["acl"], found)
    assert [one.reason.startswith(said) for one in chunk.unreadable] == [True], chunk.unreadable
    assert (chunk.entries, chunk.rejects) == ([], [])


@pytest.mark.graph
@pytest.mark.anyio
async def test_names_in_another_script_are_aliases(empty_graph: Graph, tmp_path: Path) -> None:
    """A variant printed beside a name is an alias of that person, Chinese characters family name first; no id of it."""
    await load(empty_graph, sources()["acl"], [written(tmp_path, COLLECTION.replace(MONONYM, IN_CHINESE))])
    rows = await empty_graph.read(
        "MATCH (r:Researcher) WHERE size(r.aliases) > 0 RETURN r.name, r.aliases, r.paperCount"
    )
    assert rows.rows == [["Mononym", ["Em Mononym", "王名"], 1]]
    stated = await empty_graph.read("MATCH ()-[m:MENTIONS]->() WHERE m.variants IS NOT NULL RETURN m.variants, m.ids")
    assert stated.rows == [[["王名", "Em Mononym"], ["acl-person:mononym"]]]


def test_entities_are_not_fetched(tmp_path: Path) -> None:
    """A document that names a local file as an entity gets nothing of it."""
    (tmp_path / "secret").write_text("secret", "utf-8")
    doctype = f'<!DOCTYPE collection [<!ENTITY x SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    text = COLLECTION.replace("?>\n", f"?>\n{doctype}\n", 1).replace("<title>Withdrawn", "<title>Withdrawn &x;")
    records, _ = read(tmp_path / "in", {"2099.demo.xml": text, "name_variants.yaml": NAMES})
    assert not [one for one in records if "secret" in str(one)]


@pytest.mark.parametrize(
    ("parts", "identifier"),
    [
        (("2022.acl", "long", "1"), "2022.acl-long.1"),
        (("P02", "1", "40"), "P02-1040"),
        (("W19", "1", "1"), "W19-0101"),
        (("D19", "1", "3"), "D19-1003"),
        (("D19", "50", "3"), "D19-5003"),
        (("C69", "1", "2"), "C69-0102"),
    ],
)
def test_ids_are_the_anthologys_own(parts: tuple[str, str, str], identifier: str) -> None:
    """New ids join with dots; old ones have three digits, or two and two for workshops."""
    assert anthology_id(*parts) == identifier


def test_slugs_are_the_anthologys_own() -> None:
    """Accents vanish, apostrophes and dots part words."""
    assert slug("Léon O'Neil Jr.") == "leon-o-neil-jr"


def test_a_list_of_names_that_is_no_yaml_is_named(tmp_path: Path) -> None:
    """A broken name_variants.yaml stops the load: without it people would be told apart wrongly."""
    with pytest.raises(SourceFileError, match=r"name_variants\.yaml"):
        read(tmp_path, {"name_variants.yaml": "- ["})
