"""The BYLINE_HOME of a Neo4j that belongs to a single test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from byline.local_neo4j import server


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Yield a BYLINE_HOME that does not exist yet; stop a Neo4j that the test started in it."""
    yield tmp_path / "home"
    server.stop(tmp_path / "home")
