"""The progress display of `byline load`."""

import fcntl
import os
import pty
import re
import struct
import termios
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path

import anyio
import pytest
from rich.console import Console

from byline.cli.output import load_progress
from byline.cli.output import load_progress as load_table
from byline.cli.output.load_progress import LoadRate, format_duration
from cypher.driver.address import Address
from loaders.pipeline.progress import LOADING, Counts, Progress
from loaders.pipeline.timings import TimeBreakdown
from tests.byline.load_command_fixtures import mixed
from tests.byline.server_process import BYLINE, environment

pytestmark = pytest.mark.graph


@pytest.mark.full
def test_terminal_shows_progress_table(address: Address, tmp_path: Path) -> None:
    """On a terminal, a table row is redrawn with files, records and results, and the bottleneck below it."""
    mixed(tmp_path)
    env = environment(address, BYLINE_HOME=str(tmp_path / "home"), TERM="xterm")
    env.pop("COLUMNS", None)
    child, terminal = pty.fork()
    if not child:
        os.chdir(tmp_path)
        os.execvpe(BYLINE, [BYLINE, "load", "sample", "mixed.json"], env)  # noqa: S606 our own command
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    shown = b""
    with suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(terminal, 65_536):
            shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    plain = re.sub(rb"\x1b\[[0-9;?]*m", b"", shown)
    lines = [line.rstrip() for line in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\r", b"\n", plain).decode().splitlines()]
    head = "source files read new changed unchanged rejected rate left"
    assert [line for line in lines if " ".join(line.split()) == head]
    assert [line for line in lines if re.match(r"sample\s+1/1\s+35\s+\d+\s+\d+\s+\d+\s+5\s", line)]
    assert [line for line in lines if re.search(r"limited by: .*% of the time", line)]


def test_progress_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million records of many files fit in one line of 80 columns; a wide terminal also has a bar."""
    load_rate = LoadRate()
    began = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: began + 2_400)
    spent = TimeBreakdown(reading_s=14, resolving_s=25, neo4j_s=61)
    load_rate.report(Progress(0, 1000, 0, LOADING, Counts(0, 9_999)))
    load_rate.report(Progress(500, 1000, 1_000_000, LOADING, Counts(5_000, 9_999, 900_000, 0, 90_000, 10_000), spent))
    drawn = {width: Console(width=width, file=StringIO(), force_terminal=True) for width in (80, 120)}
    text: dict[int, list[str]] = {}
    for width, console in drawn.items():
        with console.capture() as captured:
            console.print(load_table.progress_table({"acl": load_rate}, width))
        text[width] = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in captured.get().splitlines()]
    head, row, *note = text[80]
    assert head.split() == ["source", "files", "read", "new", "changed", "unchanged", "rejected", "rate", "left"]
    assert row.endswith("417/s 40 min")
    assert row.split()[:7] == ["acl", "5,000/9,999", "1,000,000", "900,000", "0", "90,000", "10,000"]
    assert " ".join(note) == "acl: 40 min elapsed; limited by: Neo4j (61% of the time), resolving 25%, reading 14%"
    assert "━" in text[120][1]
    assert "━" not in row


@pytest.mark.anyio
async def test_log_shows_progress_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal, standard error gets repeated plain lines with records, rate and time left."""
    async with load_progress.show_progress("acl", every_s=0.05) as report:
        report(Progress(100, 1000, 2_000, LOADING))  # a load that goes on where it was broken off
        report(Progress(400, 1000, 26_000, LOADING))
        await anyio.sleep(0.12)
        report(Progress(1000, 1000, 50_000, "papers"))
        await anyio.sleep(0.1)
    await anyio.sleep(0.1)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"acl: 26,000 records, [\d,]+/s, 0 s left", first)
    assert re.fullmatch(r"acl: 50,000 records read, deriving facts \(papers\), 0 s elapsed", last)


def test_load_rate_excludes_resumed_records() -> None:
    """Rate and time left count from the start of this load, without the records of an interrupted one."""
    load_rate = LoadRate()
    load_rate.report(Progress(500, 1000, 90_000, LOADING))
    assert load_rate.remaining_s is None
    load_rate.report(Progress(600, 1000, 90_100, LOADING))
    elapsed_s = load_rate.elapsed_s
    assert load_rate.rate <= 100 / elapsed_s
    assert load_rate.remaining_s is not None
    assert load_rate.remaining_s >= 4 * elapsed_s
    assert [format_duration(one) for one in (45, 200, 4_800)] == ["45 s", "3 min", "1 h 20 min"]
