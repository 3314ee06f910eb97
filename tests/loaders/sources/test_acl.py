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


def write_collection(folder: Path, collection: str) -> Path:
    """Write a collection with its name list and return the path of the collection."""
    (folder / "name_variants.yaml").write_text(NAMES, "utf-8")
    (folder / "2099.demo.xml").write_text(collection, "utf-8")
    return folder / "2099.demo.xml"


def read(folder: Path, files: dict[str, str]) -> tuple[list[Record], list[Item]]:
    """Write files, read them as the source acl, and return normalized records and rejects."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with archive.open_files([folder], sources()["acl"].accepts) as found:
        parts = list(chunks(sources()["acl"], found))
    rejects = [RejectedItem(one.place, one.reason) for part in parts for one in (*part.rejects, *part.unreadable)]
    return [entry.record for part in parts for entry in part.entries], list(rejects)


def test_entity_in_record_rejects_it(tmp_path: Path) -> None:
    """A paper or volume with an XML entity is rejected, and so are the papers of a rejected volume."""
    records, rejects = read(tmp_path, {"xml/2099.demo.xml": ENTITIES, "yaml/name_variants.yaml": NAMES})
    assert [one.title for one in records if isinstance(one, PaperRecord | VolumeRecord)] == ["One", "Plain"]
    assert [one.reason for one in rejects if isinstance(one, RejectedItem)] == [
        "it contains the entity &e;, and entities are not expanded.",
        "it contains the entity &e;, and entities are not expanded.",
        "the paper is outside any volume.",
    ]


def test_collection_is_read_completely(tmp_path: Path) -> None:
    """Markup is folded, people get Anthology IDs, links and notices are read, and event days are not."""
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
def test_license_depends_on_publication_year(tmp_path: Path, year: str, license_name: str) -> None:
    """Volumes and papers have the license of their year; people and venues have no license of their own."""
    said = {"data/xml/2099.demo.xml": COLLECTION.replace("<year>2099", f"<year>{year}")}
    records, _ = read(tmp_path, said | {"data/yaml/name_variants.yaml": NAMES})
    of_years = {one.record_license for one in records if isinstance(one, PaperRecord | VolumeRecord)}
    others = {one.record_license for one in records if not isinstance(one, PaperRecord | VolumeRecord)}
    assert (of_years, others) == ({license_name}, {None})


def test_truncated_file_is_reported_with_line(tmp_path: Path) -> None:
    """Records before the truncation are read, and the error states the line."""
    torn = COLLECTION[: COLLECTION.index('<paper id="2">') + 20]
    records, rejects = read(tmp_path, {"data/xml/2099.demo.xml": torn, "data/yaml/name_variants.yaml": NAMES})
    assert sum(isinstance(one, PaperRecord) for one in records) == 1
    assert [str(one) for one in rejects if re.search(r"line \d+: expected the Anthology's XML", str(one))]


def test_single_file_uses_neighboring_name_and_venue_files(tmp_path: Path) -> None:
    """A single collection reads ../yaml: its people have the same IDs as in a full load, and its venue is read."""
    whole, _ = read(tmp_path, {"xml/2099.demo.xml": COLLECTION, "yaml/name_variants.yaml": NAMES, **VENUES})
    with archive.open_files([tmp_path / "xml" / "2099.demo.xml"], sources()["acl"].accepts) as found:
        alone = [entry.record for part in chunks(sources()["acl"], found) for entry in part.entries]
    assert len(alone) == 4
    assert [one for one in alone if one not in whole] == []
    assert [one.name for one in alone if isinstance(one, VenueRecord)] == ["Workshop on Demos"]


def test_file_without_name_list_is_rejected(tmp_path: Path) -> None:
    """Without name_variants.yaml nothing is read; the error names the missing file and a working command."""
    with pytest.raises(SourceFileError, match=r"2099\.demo\.xml: name_variants\.yaml.*byline load acl acl-anthology/"):
        read(tmp_path, {"2099.demo.xml": COLLECTION})


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.anyio
async def test_reloading_single_file_changes_nothing(empty_graph: Graph, tmp_path: Path) -> None:
    """Loading a folder and then one of its files leaves every record and every export line unchanged."""
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
def test_file_of_another_kind_is_unreadable(tmp_path: Path, name: str, text: str, said: str) -> None:
    """A file of another kind is reported as unreadable, not as a rejected record."""
    (tmp_path / "name_variants.yaml").write_text(NAMES, "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    with archive.open_files([tmp_path / name], sources()["acl"].accepts) as found:
        (chunk,) = chunks(sources()["acl"], found)
    assert [said in one.reason for one in chunk.unreadable] == [True], chunk.unreadable
    assert (chunk.entries, chunk.rejects) == ([], [])


@pytest.mark.graph
@pytest.mark.anyio
async def test_names_in_other_scripts_become_aliases(empty_graph: Graph, tmp_path: Path) -> None:
    """A variant in another script is an alias of the person, Chinese family name first, and not an ID."""
    await load(empty_graph, sources()["acl"], [write_collection(tmp_path, COLLECTION.replace(MONONYM, IN_CHINESE))])
    rows = await empty_graph.read(
        "MATCH (r:Researcher) WHERE size(r.aliases) > 0 RETURN r.name, r.aliases, r.paperCount"
    )
    assert rows.rows == [["Mononym", ["Em Mononym", "王名"], 1]]
    stated = await empty_graph.read("MATCH ()-[m:MENTIONS]->() WHERE m.variants IS NOT NULL RETURN m.variants, m.ids")
    assert stated.rows == [[["王名", "Em Mononym"], ["acl-person:mononym"]]]


def test_external_entities_are_not_fetched(tmp_path: Path) -> None:
    """A document that names a local file as an entity reads nothing from it."""
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
def test_paper_ids_follow_anthology_rules(parts: tuple[str, str, str], identifier: str) -> None:
    """New IDs join with dots; old IDs have three digits, or two and two for workshops."""
    assert anthology_id(*parts) == identifier


def test_slugs_follow_anthology_rules() -> None:
    """A slug drops accents and separates words at apostrophes and dots."""
    assert slug("Léon O'Neil Jr.") == "leon-o-neil-jr"


def test_invalid_name_list_raises_error(tmp_path: Path) -> None:
    """An invalid name_variants.yaml stops the load, because people would be distinguished wrongly without it."""
    for text in ("- [", "- Ann Smith", "canonical: {first: Ann}", "- {canonical: {first: [Ann]}}"):
        with pytest.raises(SourceFileError, match=r"name_variants\.yaml"):
            read(tmp_path, {"name_variants.yaml": text})
