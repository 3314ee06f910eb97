"""The line of a request in the log is the one that structlog writes."""

import re
from collections.abc import Generator
from types import SimpleNamespace

import pytest
import structlog

from byline.server import logs
from byline.server.logs import configure, request_logger

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
REQUEST = {"method": "POST", "path": "/graphql", "status": 200, "ms": 1.2}


@pytest.fixture(autouse=True)
def default_configuration() -> Generator[None]:
    """Restore the configuration of the log after a test."""
    yield
    structlog.contextvars.clear_contextvars()
    structlog.reset_defaults()
    request_logger.line = None


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_line_equals_line_of_structlog(log_format: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both lines have the same text, except for the time."""
    configure(log_format)
    structlog.contextvars.bind_contextvars(request_id="0123abc")
    structlog.get_logger().info("request", **REQUEST)
    request_logger.log("0123abc", "POST", "/graphql", 200, 1.2)
    structlogs, ours = capsys.readouterr().err.splitlines()
    assert TIMESTAMP.search(ours)
    assert TIMESTAMP.sub("TIME", ours) == TIMESTAMP.sub("TIME", structlogs)


def test_terminal_gets_colored_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Structlog colors the lines of a terminal, so it writes them."""
    monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=SimpleNamespace(isatty=lambda: True)))
    configure("text")
    assert request_logger.line is None
