"""The example command on each source's page works."""

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from byline.cli.commands.load import app
from cypher.driver.address import Address
from loaders.sources.base import sources
from tests.loaders.sources.examples import FILES
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


@pytest.mark.parametrize("name", sampled_cases(sorted(sources(), key=lambda name: name != "openalex")))
def test_source_example_loads(address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The example command of each source's page loads a document of the source without rejects."""
    byline, load, source, *paths = shlex.split(sources()[name].example)
    assert (byline, load, source) == ("byline", "load", name)
    documents = FILES.get(name, {})
    assert documents or not paths, (
        f"add the files that `{sources()[name].example}` loads to FILES in tests/loaders/sources/examples.py"
    )
    for path, write in documents.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        write(tmp_path / path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BYLINE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NEO4J_URI", address.uri)
    monkeypatch.setenv("NEO4J_USERNAME", address.username)
    monkeypatch.setenv("NEO4J_PASSWORD", address.password)
    result = CliRunner().invoke(app, [name, *paths, "--json"])
    assert result.exit_code == 0, result.output
    summary = json.loads(result.stdout)
    assert summary["read"] > 0
    assert (summary["rejects"], summary["unreadable"]) == ([], [])
