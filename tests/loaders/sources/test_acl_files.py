"""ACL Anthology files give the same counts as an independent count of their elements."""

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
from tests.loaders.sources.data_sets import data_set


def element_counts(files: Sequence[SourceFile]) -> Counter[str]:
    """Count elements of the XML with an independent parser."""
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


def record_counts(records: Sequence[Record]) -> Counter[str]:
    """Count the same elements in the records."""
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
def test_every_file_matches_independent_count() -> None:
    """Papers, authorships, abstracts, DOIs and affiliations match an independent count, file by file."""
    with archive.open_files([data_set("acl_anthology")], sources()["acl"].accepts) as files:
        reader = sources()["acl"].start(files)
        assert len(files) > 1700
        for file in files:
            records = [item for item in reader(file) if not isinstance(item, RejectedItem)]
            assert record_counts(records) == element_counts([file]), file.name


FEW = ("2022.acl.xml", "P02.xml", "W18.xml", "J10.xml", "1952.earlymt.xml", "name_variants.yaml", "venues/acl.yaml")


@pytest.mark.full
@pytest.mark.data
@pytest.mark.graph
@pytest.mark.anyio
async def test_real_files_load_completely(empty_graph: Graph, tmp_path: Path) -> None:
    """Five real collections give the counts of an independent reading in the graph, without rejects."""
    unpack_files(data_set("acl_anthology"), tmp_path)
    summary = await load(empty_graph, sources()["acl"], [tmp_path], LoadOptions(chunk_size=500))
    with archive.open_files([tmp_path], sources()["acl"].accepts) as files:
        expected = element_counts(files)
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


def unpack_files(path: Path, target: Path) -> None:
    """Extract a few files of the data set from its archive or folder."""
    if path.is_dir():
        for file in path.rglob("*"):
            if file.as_posix().endswith(FEW):
                (target / file.name).write_bytes(file.read_bytes())
        return
    with SourceFile(path.name, path).open() as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for member in tar:
            if member.name.endswith(FEW):
                tar.extract(member, target, filter="data")
