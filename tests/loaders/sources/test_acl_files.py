"""The files of the ACL Anthology give what a plain count of their elements gives."""

import tarfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree

from cypher.driver.client import Graph
from loaders.formats import archive
from loaders.formats.archive import SourceFile
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import RejectedItem
from loaders.records.record import PaperRecord, Record
from loaders.sources.base import sources
from tests.loaders.sources.beside import data_set


def counted(files: Sequence[SourceFile]) -> Counter[str]:
    """Count elements of the XML, by a parser of its own."""
    count: Counter[str] = Counter()
    for file in files:
        if file.name.endswith(".xml"):
            with file.open() as stream:
                root = etree.parse(stream).getroot()
            for paper in root.iter("paper"):
                count["papers"] += 1
                count["authorships"] += len(paper.findall("author"))
                count["abstracts"] += bool(str(paper.xpath("string(abstract)")).strip())
                count["dois"] += len(paper.findall("doi"))
                count["affiliations"] += len(paper.findall("author/affiliation"))
    return count


def told(records: Sequence[Record]) -> Counter[str]:
    """Count the same in records."""
    count: Counter[str] = Counter()
    for record in records:
        if isinstance(record, PaperRecord):
            authors = record.authors or ()
            count["papers"] += 1
            count["authorships"] += len(authors)
            count["abstracts"] += record.abstract is not None
            outside = [one for one in (*record.ids, *record.odd_ids) if not one.startswith("acl:")]
            count["dois"] += len(outside)
            count["affiliations"] += sum(len(author.affiliations or ()) for author in authors)
    return count


@pytest.mark.data
@pytest.mark.full
@pytest.mark.timeout(600)
def test_every_file_gives_what_a_plain_count_gives() -> None:
    """Papers, authorships, abstracts, DOIs and affiliations match an independent count, file by file."""
    with archive.open_files([data_set("acl_anthology")], sources()["acl"].accepts) as files:
        reader = sources()["acl"].start(files)
        assert len(files) > 1700
        for file in files:
            records = [item for item in reader(file) if not isinstance(item, RejectedItem)]
            assert told(records) == counted([file]), file.name


FEW = ("2022.acl.xml", "P02.xml", "W18.xml", "J10.xml", "1952.earlymt.xml", "name_variants.yaml", "venues/acl.yaml")


@pytest.mark.full
@pytest.mark.data
@pytest.mark.graph
@pytest.mark.anyio
async def test_a_few_real_files_load_whole(empty_graph: Graph, tmp_path: Path) -> None:
    """Five real collections give the counts of a plain reading: nodes and edges in the graph, nothing rejected."""
    unpacked(data_set("acl_anthology"), tmp_path)
    summary = await load(empty_graph, sources()["acl"], [tmp_path], LoadOptions(chunk=500))
    with archive.open_files([tmp_path], sources()["acl"].accepts) as files:
        expected = counted(files)
    assert summary.rejects == []
    assert summary.authorships == expected["authorships"]
    row = (
        await empty_graph.read(
            """
            RETURN COUNT { (:Paper) }, COUNT { ()-[:AUTHORED]->() },
                   COUNT { MATCH (p:Paper) WHERE p.abstract IS NOT NULL },
                   COUNT { MATCH ()-[m:MENTIONS {role: 'author'}]->() }, COUNT { ()-[:HAS_AFFILIATION]->() }
            """
        )
    ).rows[0]
    assert row == [
        expected["papers"],
        summary.authorship_edges,
        expected["abstracts"],
        expected["authorships"],
        expected["affiliations"],
    ]
    again = await load(empty_graph, sources()["acl"], [tmp_path])
    assert again.unchanged == summary.read


def unpacked(path: Path, target: Path) -> None:
    """Take a few files of the data set out of its archive or folder."""
    if path.is_dir():
        for file in path.rglob("*"):
            if file.as_posix().endswith(FEW):
                (target / file.name).write_bytes(file.read_bytes())
        return
    with SourceFile(path.name, path).open() as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            if member.name.endswith(FEW):
                tar.extract(member, target, filter="data")
