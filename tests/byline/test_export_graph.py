"""`byline export --graph`: networks and tables that other tools read, compared with counts of Neo4j."""

import os
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import duckdb
import networkx as nx
import pytest
from pyarrow import parquet

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.export.graph_tables import LABELS, select_tables
from tests.byline.command_line import run
from tests.byline.sample_graph import sampled
from tests.byline.server_process import BYLINE, environment
from tests.tiers import sampled_cases

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false
# networkx and pyarrow have no types.
READERS: dict[str, Callable[[Path], Any]] = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}
read_table: Callable[[Path], Any] = parquet.read_table
pytestmark = pytest.mark.graph
ACTS = """
MATCH (paper:Paper {arxiv: '1909.08053'})
SET paper.comment = 'a <tag> & "quotes"' + $control
CREATE (:User {id: 'u_' + $zeros, name: 'ada'})-[:LIKES {since: '2026'}]->(paper)
"""


class Exported(NamedTuple):
    """A graph with labels to export, and the number of nodes or relationships of each table."""

    address: Address
    labels: tuple[str, ...]
    counts: Counter[str]

    def export(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `byline export --graph` for the labels."""
        return export(self.address, *words, *(f"--label={label}" for label in self.labels))

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return sum(self.counts[label] for label in LABELS)


def export(address: Address, *words: str) -> subprocess.CompletedProcess[str]:
    return run("export", "--graph", *words, env=environment(address))


async def _add_acts_and_count(address: Address, labels: tuple[str, ...]) -> Counter[str]:
    """Add acts; ask Neo4j for the number of nodes of each label and of relationships of each type."""
    counts: Counter[str] = Counter()
    async with Graph(address) as graph:
        await graph.administer(ACTS, {"zeros": "0" * 26, "control": "\x0b\n"})
        for table in select_tables(labels):
            pattern = f"()-[n:{table.name}]->()" if table.element.ends else f"(n:{table.name})"
            counts[table.name] = int(str((await graph.read(f"MATCH {pattern} RETURN count(n)")).rows[0][0]))
    return counts


@pytest.fixture(
    scope="module",
    params=sampled_cases([("three-papers", ("Paper", "Researcher", "Topic")), (None, ())]),
)
def sample(request: pytest.FixtureRequest, address: Address) -> Exported:
    """Load three papers to export some labels, or the sample to export all."""
    bundle, labels = request.param
    sampled(address, bundle)
    return Exported(address, labels, anyio.run(_add_acts_and_count, address, labels))


def types_of(network: Any) -> Counter[str]:  # noqa: ANN401 networkx has no types
    """Count the nodes and edges of a network by type."""
    nodes = [values["type"] for _, values in network.nodes(data=True)]
    return Counter([*nodes, *(values["type"] for *_, values in network.edges(data=True))])


@pytest.mark.parametrize("form", READERS)
def test_network_has_every_node_and_relationship(sample: Exported, tmp_path: Path, form: str) -> None:
    """The network has as many nodes and relationships of each type as Neo4j counts, their values, and no accounts."""
    file = tmp_path / f"graph.{form}"
    done = sample.export(form, "--output", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"{sample.nodes:,} nodes and {sample.counts.total() - sample.nodes:,} relationships.\n"
    network = READERS[form](file)
    assert types_of(network) == +sample.counts
    assert network.is_directed()
    (paper,) = (values for _, values in network.nodes(data=True) if values.get("arxiv") == "1909.08053")
    assert paper["label"].startswith("Megatron-LM")
    assert paper["year"] == 2019
    assert paper["authorsComplete"] is True
    assert paper["comment"] == 'a <tag> & "quotes"\n'
    assert "LIKES" not in file.read_text("utf-8")


def test_coauthor_network_is_undirected(sample: Exported, tmp_path: Path) -> None:
    """Relationships select their nodes; a network without directed types is undirected."""
    for form, read in READERS.items():
        file = tmp_path / f"coauthors.{form}"
        assert export(sample.address, form, "--relationship=COLLABORATED_WITH", f"--output={file}").returncode == 0
        network: Any = read(file)
        assert not network.is_directed()
        assert types_of(network) == Counter({name: sample.counts[name] for name in ("Researcher", "COLLABORATED_WITH")})
        assert sum(papers for *_, papers in network.edges(data="papers")) > sample.counts["COLLABORATED_WITH"]


def test_parquet_folder_has_file_per_table(sample: Exported, tmp_path: Path) -> None:
    """Each label and relationship type is a Parquet file with typed columns; IDs of relationships are IDs of nodes."""
    folder = tmp_path / "tables"
    assert sample.export("parquet", "--output", str(folder)).returncode == 0
    tables: dict[str, Any] = {path.stem: read_table(path) for path in folder.rglob("*.parquet")}
    assert {name: len(table) for name, table in tables.items()} == sample.counts
    papers = tables["Paper"]
    assert str(papers.schema.field("year").type) == "int64"
    assert str(papers.schema.field("sources").type) == "list<element: string>"
    assert b"year of `publishedOn`" in papers.schema.field("year").metadata[b"description"]
    assert not {"ord", "addedIn"} & {*papers.column_names}
    ids = {id_ for path in (folder / "nodes").iterdir() for id_ in read_table(path)["id"].to_pylist()}
    ends = {
        id_
        for path in (folder / "relationships").iterdir()
        for column in ("fromId", "toId")
        for id_ in read_table(path)[column].to_pylist()
    }
    assert ends <= ids
    assert len(ids) == sample.nodes
    again = sample.export("parquet", "--output", str(folder))
    assert (again.returncode, again.stderr) == (
        1,
        f"{folder} exists, and is not overwritten. Remove it, or choose another path.\n",
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused = sample.export("duckdb", "--output", str(pipe))
    assert (refused.returncode, pipe.is_fifo(), "is not overwritten" in refused.stderr) == (1, True, True)


def test_duckdb_has_tables_with_indexes(sample: Exported, tmp_path: Path) -> None:
    """The database answers joins, and its tables have primary keys, indexes and comments."""
    file = tmp_path / "byline.duckdb"
    assert sample.export("duckdb", "--output", str(file)).returncode == 0
    with duckdb.connect(file, read_only=True) as database:
        rows = {name: database.table(name).shape[0] for name in sample.counts}
        joined = database.execute(
            "SELECT count(*) FROM Paper p JOIN AUTHORED a ON a.toId = p.id JOIN Researcher r ON a.fromId = r.id"
        ).fetchall()
        indexed = database.execute("SELECT table_name FROM duckdb_indexes()").fetchall()
        keys = database.execute(
            "SELECT table_name FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY'"
        ).fetchall()
        comment = database.execute("SELECT comment FROM duckdb_tables() WHERE table_name = 'CITES'").fetchall()
    assert rows == sample.counts
    assert joined == [(sample.counts["AUTHORED"],)]
    assert {name for (name,) in indexed} == {*sample.counts} - {*LABELS}
    assert {name for (name,) in keys} == {*sample.counts} & {*LABELS}
    assert comment == [("Has the paper among its references.",)]


def test_labels_and_types_select_tables(sample: Exported, tmp_path: Path) -> None:
    """Labels select the relationships between them, also of types that connect other labels too."""
    folder = tmp_path / "papers"
    assert (
        export(sample.address, "parquet", "--label", "Venue", "--label", "Volume", "--output", str(folder)).returncode
        == 0
    )
    names = {path.stem for path in folder.rglob("*.parquet")}
    assert names == {"Venue", "Volume", "PART_OF"}
    assert all(
        id_.startswith("w_") for id_ in read_table(folder / "relationships/PART_OF.parquet")["fromId"].to_pylist()
    )


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ("graphml", "--label", "paper"),
            2,
            "Cannot export label 'paper'. Did you mean Paper? Expected one of: Paper, R",
        ),
        (("graphml", "--label", "User"), 2, "Cannot export label 'User'. Expected one of: Paper, Researcher"),
        (("gexf", "--relationship", "LIKES"), 2, "Cannot export relationship type 'LIKES'. Expected one of: AUTHORED"),
        (("gexf", "--label", "Paper", "--relationship", "AUTHORED"), 2, "AUTHORED connects Researcher and Paper, but"),
        (("duckdb",), 2, "--graph duckdb requires --output."),
        (("parquet", "--output", "missing/tables"), 1, "Cannot write to missing/tables: there is no folder missing."),
        (("duckdb", "--output", "missing/file"), 1, "Cannot write to missing/file: "),
    ],
)
def test_impossible_export_is_rejected(
    sample: Exported, tmp_path: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    """Unknown names, labels that a type does not connect, and missing folders are errors; nothing is written."""
    done = run("export", "--graph", *words, env=environment(sample.address), folder=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("form", sampled_cases(["duckdb", "graphml", "parquet"]))
def test_full_disk_leaves_nothing(sample: Exported, tmp_path: Path, form: str) -> None:
    """If files cannot grow, the command exits with code 1 and leaves nothing."""
    limit = f"ulimit -f 16; exec {BYLINE} export --graph {form} --output {tmp_path / 'out'}"
    done = subprocess.run(
        ["bash", "-c", limit], env=environment(sample.address), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Cannot write to {tmp_path / 'out'}: ")
    assert done.stderr.endswith(" The partial output was removed. Free space there, or write to another file.\n")
    assert [*tmp_path.iterdir()] == []
