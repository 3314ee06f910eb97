"""The notebook in examples/ runs on the sample and has the outputs of this run; errors of the extension."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from byline.notebook import CypherError, read_cypher
from cypher.driver.address import Address
from tests.byline.sample_graph import sampled

pytestmark = pytest.mark.graph
NOTEBOOK = Path(__file__).parents[2] / "examples" / "analysis.ipynb"


@pytest.fixture
def settings(address: Address, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the settings name the Neo4j of the tests, with the sample."""
    sampled(address)
    monkeypatch.chdir(tmp_path)
    for name, value in (("URI", address.uri), ("USERNAME", address.username), ("PASSWORD", address.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)


@pytest.fixture
def shell(settings: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[InteractiveShell]:
    """Yield a shell of IPython without history."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell.instance()
    assert shell.history_manager is not None
    shell.history_manager.enabled = False
    yield shell
    InteractiveShell.clear_instance()


def run_cell(shell: InteractiveShell, source: str) -> str:
    """Run a cell, and return its result as text. Raises its exception."""
    with capture_output():
        done = shell.run_cell(source)  # pyright: ignore[reportUnknownMemberType] IPython has no complete types
    done.raise_error()
    return "" if done.result is None else repr(done.result)


def test_notebook_has_current_outputs(shell: InteractiveShell) -> None:
    """Each cell runs, and its result is the output in the file."""
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            text = run_cell(shell, "".join(cell["source"]))
            assert text == "".join(line for output in cell["outputs"] for line in output["data"]["text/plain"])


def test_errors_say_what_to_do(shell: InteractiveShell) -> None:
    """A missing variable, an invalid name, a wrong statement and a write are errors without a change."""
    run_cell(shell, "%load_ext byline.notebook")
    with pytest.raises(CypherError, match="The notebook has no variable 'unknown' for the parameter"):
        run_cell(shell, "%%cypher\nRETURN $unknown")
    with pytest.raises(CypherError, match="'a b' is no name of a variable"):
        run_cell(shell, "%%cypher a b\nRETURN 1 AS one")
    with pytest.raises(CypherError, match="Invalid input"):
        read_cypher("RETRUN 1")
    with pytest.raises(CypherError, match=r"access mode|Writing"):
        read_cypher("CREATE (n:Paper {id: 'x'})")


@pytest.mark.usefixtures("settings")
def test_types_of_columns() -> None:
    """Numbers, lists and nulls keep their types; a column of mixed types has JSON texts."""
    table: Any = read_cypher("UNWIND [1, 'a', null] AS mixed RETURN mixed, [1, 2] AS list, 1.5 AS number;")
    assert table.to_pydict() == {"mixed": ["1", '"a"', None], "list": [[1, 2]] * 3, "number": [1.5] * 3}
    assert read_cypher("MATCH (p:Paper) WHERE false RETURN p.title AS title").num_rows == 0
