"""`byline export --graph`: the metadata of a Parquet export, and the Python of docs/analysis.md that reads exports."""

import hashlib
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from cypher.driver.address import Address
from loaders.sources.base import sources
from resolvers.version import __version__
from tests.byline.command_line import run
from tests.byline.sample_graph import sampled
from tests.byline.server_process import environment

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false
# pyarrow has no types.
pytestmark = pytest.mark.graph
PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"
DATA_TYPES = {"string": "sc:Text", "int64": "sc:Integer", "double": "sc:Float", "bool": "sc:Boolean"}
REQUIRED = {"@context", "@type", "conformsTo", "name", "description", "license", "url", "creator", "datePublished"}
"""Properties that the specification requires, besides `distribution`."""
EXPORTS = (
    ("graphml", "--relationship=CITES", "--output=citations.graphml"),
    ("graphml", "--relationship=COLLABORATED_WITH", "--output=coauthors.graphml"),
    ("parquet", "--output=tables"),
)
"""The exports that the examples of the page read."""


@pytest.fixture(scope="module")
def folder(address: Address, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Load three papers, and export them as docs/analysis.md does."""
    sampled(address, "three-papers")
    path = tmp_path_factory.mktemp("exports")
    for words in EXPORTS:
        done = run("export", "--graph", *words, env=environment(address), folder=path)
        assert done.returncode == 0, done.stderr
    return path


def snippets(library: str) -> list[str]:
    """Return the Python blocks of the page that import a library first."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in blocks if block.startswith(f"import {library}")]


def test_metadata_describes_files_and_columns(folder: Path) -> None:
    """Each Parquet file has a FileObject with its size and hash, and each column a field with its type and meaning."""
    tables = folder / "tables"
    metadata = json.loads((tables / "croissant.json").read_text("utf-8"))
    assert {*metadata} >= REQUIRED
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert metadata["version"] == __version__
    assert datetime.fromisoformat(metadata["datePublished"]).tzinfo is not None
    files = {file["@id"]: file for file in metadata["distribution"]}
    assert {*files} == {path.relative_to(tables).as_posix() for path in tables.rglob("*.parquet")}
    for file in files.values():
        content = (tables / file["contentUrl"]).read_bytes()
        assert file["contentSize"] == f"{len(content)} B"
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["encodingFormat"] == ["application/vnd.apache.parquet", "application/x-parquet"]
    columns: dict[tuple[str, str], tuple[str, bool, str]] = {}
    for fields in (record_set["field"] for record_set in metadata["recordSet"]):
        for field in fields:
            source = (field["source"]["fileObject"]["@id"], field["source"]["extract"]["column"])
            columns[source] = (field["dataType"], field.get("repeated", False), field["description"])
    expected: dict[tuple[str, str], tuple[str, bool, str]] = {}
    for path in files:
        for column in parquet.read_schema(tables / path):
            items = re.sub(r"list<element: (\w+)>", r"\1", str(column.type))
            meaning = column.metadata[b"description"].decode()
            expected[path, column.name] = (DATA_TYPES[items], items != str(column.type), meaning)
    assert columns == expected
    ids = [field["@id"] for record_set in metadata["recordSet"] for field in (record_set, *record_set["field"])]
    assert len({*ids, *files}) == len(ids) + len(files)


def test_metadata_names_sources_with_licenses(folder: Path) -> None:
    """The sources of the graph's records are listed with address, licenses and time of load."""
    metadata = json.loads((folder / "tables" / "croissant.json").read_text("utf-8"))
    based_on = {source["alternateName"]: source for source in metadata["isBasedOn"]}
    papers = parquet.read_table(folder / "tables/nodes/Paper.parquet").column("sources").to_pylist()
    assert {*based_on} >= {name for names in papers for name in names}
    arxiv = based_on["arxiv"]
    assert (arxiv["name"], arxiv["url"]) == ("arXiv", sources()["arxiv"].address)
    assert arxiv["license"] == ["https://spdx.org/licenses/CC0-1.0"]
    assert re.fullmatch(r"\d+ records, last loaded 20\d\d-.*Z\.", arxiv["description"])
    assert "https://spdx.org/licenses/CC0-1.0" in metadata["license"]


@pytest.mark.parametrize("library", ["networkx", "igraph", "pandas", "polars"])
def test_examples_of_page_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], library: str
) -> None:
    """The examples that read exports run as they are in the page; libraries that are not installed are skipped."""
    pytest.importorskip(library)
    monkeypatch.chdir(folder)
    example = snippets(library)[0]
    exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102 the text of the page
    assert capsys.readouterr().out.strip()


def test_mapping_for_pytorch_geometric(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each edge has the rows of its two nodes. If PyTorch Geometric is installed, its network has these edges."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    (mapping,) = snippets("numpy")
    exec(compile(mapping, str(PAGE), "exec"), names)  # noqa: S102 as above
    rows = {label: parquet.read_table(f"tables/nodes/{label}.parquet")["id"].to_pylist() for label in names["index"]}
    assert names["edges"]["Researcher", "AUTHORED", "Paper"].size > 0
    for (start, name, end), pairs in names["edges"].items():
        table = parquet.read_table(f"tables/relationships/{name}.parquet")
        assert [rows[start][position] for position in pairs[0]] == table["fromId"].to_pylist()
        assert [rows[end][position] for position in pairs[1]] == table["toId"].to_pylist()
    pytest.importorskip("torch_geometric", reason="the mapping was tested; HeteroData needs PyTorch Geometric")
    (network,) = snippets("torch")
    exec(compile(network, str(PAGE), "exec"), names)  # noqa: S102 as above
    assert names["data"].validate()
    assert names["data"].num_nodes == sum(map(len, rows.values()))
    assert names["data"].num_edges == sum(pairs.shape[1] for pairs in names["edges"].values())
