"""`byline embed` on the command line."""

import json
from pathlib import Path

import pytest

from cypher.driver.address import Address
from loaders.records.record import PaperRecord
from tests.byline.command_line import byline
from tests.loaders.embed.tiny_model import write_model
from tests.loaders.load_helpers import write_records

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_papers(address: Address, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    records = [PaperRecord(source="sample", key=title, title=title) for title in ("Parsing", "Syntax", "Galaxy")]
    path = write_records(tmp_path_factory.mktemp("papers"), records)
    assert byline(address, "load", "sample", str(path)).returncode == 0


def test_embed_reports_and_repeats(address: Address, tmp_path: Path) -> None:
    """The command reports what it would write, what it wrote, and then that all vectors are up to date."""
    model = str(write_model(tmp_path / "tiny"))
    dry = byline(address, "embed", "--dry-run", BYLINE_EMBEDDING_MODEL=model)
    assert (dry.returncode, dry.stdout) == (
        0,
        "3 papers: 3 new, 0 replaced, 0 unchanged.\nNothing was written.\n",
    ), dry.stderr
    first = byline(address, "embed", BYLINE_EMBEDDING_MODEL=model)
    assert first.returncode == 0, first.stderr
    assert "3 papers: 3 new, 0 replaced, 0 unchanged.\n3 vectors of 4 numbers written in" in first.stdout
    again = byline(address, "embed", BYLINE_EMBEDDING_MODEL=model)
    assert "All vectors are up to date (model tiny@" in again.stdout
    everything = byline(address, "embed", "--all", "--json", BYLINE_EMBEDDING_MODEL=model)
    found = json.loads(everything.stdout)
    assert (found["papers"], found["new"], found["replaced"], found["dimension"]) == (3, 0, 3, 4)


def test_unusable_model_is_reported(address: Address, tmp_path: Path) -> None:
    """If the folder has no model, the command names the missing file."""
    done = byline(address, "embed", BYLINE_EMBEDDING_MODEL=str(tmp_path))
    assert done.returncode == 1
    assert f"{tmp_path} has no model.onnx. An embedding model needs both files." in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_packages_are_reported(address: Address, tmp_path: Path) -> None:
    """Without the packages of the extra, the command prints how to install them before it contacts the graph."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.machinery as m, sys\n"
        "class Without(m.PathFinder):\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        "        absent = name.partition('.')[0] in {'onnxruntime', 'tokenizers'}\n"
        "        return None if absent else super().find_spec(name, path, target)\n"
        "sys.meta_path[:] = [Without if one is m.PathFinder else one for one in sys.meta_path]\n",
        "utf-8",
    )
    done = byline(address, "embed", PYTHONPATH=str(tmp_path), NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 1
    assert "requires onnxruntime and tokenizers, which are not installed" in done.stderr
    assert "pip install 'byline[semantic]'" in done.stderr


def about(address: Address, text: str, **settings: str) -> list[dict[str, object]]:
    """Return the papers about a text, as `byline query` prints them."""
    query = "query Q($t: String!) { papersAbout(text: $t) { edges { wordRank meaningRank node { title } } } }"
    done = byline(address, "query", query, "--variables", json.dumps({"t": text}), **settings)
    assert done.returncode == 0, done.stderr
    edges: list[dict[str, object]] = json.loads(done.stdout)["data"]["papersAbout"]["edges"]
    return edges


def test_papers_about_a_text_by_words_and_meaning(address: Address, tmp_path: Path) -> None:
    """A paper with other words is found by meaning; without a model or a text, the words alone count."""
    model = str(write_model(tmp_path / "tiny"))
    assert byline(address, "embed", BYLINE_EMBEDDING_MODEL=model).returncode == 0
    found = about(address, "Syntax of sentences", BYLINE_EMBEDDING_MODEL=model)
    assert found[0] == {"wordRank": 1, "meaningRank": 1, "node": {"title": "Syntax"}}
    assert {"wordRank": None, "meaningRank": 2, "node": {"title": "Parsing"}} in found
    other = str(write_model(tmp_path / "other"))
    by_words = [{"wordRank": 1, "meaningRank": None, "node": {"title": "Syntax"}}]
    assert about(address, "Syntax of sentences", BYLINE_EMBEDDING_MODEL=other) == by_words
    assert about(address, "Syntax of sentences", BYLINE_EMBEDDING_MODEL=str(tmp_path / "missing")) == by_words
    assert about(address, "", BYLINE_EMBEDDING_MODEL=model) == []
