"""A folder for a Neo4j of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from byline.local_neo4j import server


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Give a BYLINE_HOME that is not there yet; a Neo4j that was started in it is stopped."""
    yield tmp_path / "home"
    server.stop(tmp_path / "home")
