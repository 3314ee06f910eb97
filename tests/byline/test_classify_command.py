"""`byline classify` on the command line."""

import json
from pathlib import Path

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import byline
from tests.loaders.classify.synthetic_papers import papers
from tests.loaders.load_helpers import write_records

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_papers(address: Address, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert byline(address, "reset", "--yes", "--delete-accounts").returncode == 0
    unfiled = papers(30, source="acl", first=5000, labelled=False)
    path = write_records(tmp_path_factory.mktemp("papers"), [*papers(600), *unfiled])
    assert byline(address, "load", "sample", str(path)).returncode == 0


@pytest.mark.full
def test_classify_reports_figures_and_unload_reverts(address: Address) -> None:
    """The table has evaluation figures, calibration and assigned topics; `byline unload byline` removes them."""
    done = byline(address, "classify", "--topics", "arxiv")
    assert done.returncode == 0, done.stderr
    for said in (
        "arxiv: measured on",
        "top 1 accuracy",
        "Calibration of scores",
        "Worst topics",
        "topics assigned",
    ):
        assert said in done.stdout
    assert "Traceback" not in done.stderr
    given = int(json.loads(byline(address, "classify", "--json").stdout)["unchanged"])
    assert given >= 28
    back = byline(address, "unload", "byline")
    assert (back.returncode, back.stdout.strip()) == (0, f"{given} records of byline removed.")


@pytest.mark.full
def test_classify_dry_run_writes_nothing(address: Address) -> None:
    """A dry run as JSON has all figures and writes nothing, so that unload removes 0 records."""
    done = byline(address, "classify", "--dry-run", "--json", "--min-score", "0.5")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["dry"] is True
    assert found["figures"]["threshold"] == 0.5
    assert found["new"] >= 28
    assert byline(address, "unload", "byline").stdout.startswith("0 records")


@pytest.mark.full
def test_unused_topic_scheme_is_rejected(address: Address) -> None:
    """If no source uses a topic scheme, the command fails and lists the schemes that exist."""
    done = byline(address, "classify", "--topics", "nothing")
    assert done.returncode == 1
    assert "the scheme 'nothing'" in done.stderr
    assert "arxiv (600)" in done.stderr
    assert "Traceback" not in done.stderr


def test_too_few_papers_are_rejected(address: Address) -> None:
    """If a part of the papers is too small for training, the command fails and states the required number."""
    done = byline(address, "classify", "--papers", "100")
    assert done.returncode == 1
    assert "Required: 300 papers" in done.stderr


def test_missing_scikit_learn_is_reported(address: Address, tmp_path: Path) -> None:
    """Without scikit-learn, the command prints how to install it before it contacts the graph."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.machinery as m, sys\n"
        "class Without(m.PathFinder):\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        "        return None if name.partition('.')[0] == 'sklearn' else super().find_spec(name, path, target)\n"
        "sys.meta_path[:] = [Without if one is m.PathFinder else one for one in sys.meta_path]\n",
        "utf-8",
    )
    done = byline(address, "classify", PYTHONPATH=str(tmp_path), NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 1
    assert "-m pip install 'byline[classify]'" in done.stderr
    assert "Traceback" not in done.stderr
