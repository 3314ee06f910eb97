import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from msgspec import structs

from byline.cli.reject_file import RejectFile
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline import summary as summaries
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import SourceFileError
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord, Record
from loaders.sources.base import sources
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SCRIPT = """
import asyncio, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
from pathlib import Path
from byline.cli.reject_file import RejectFile
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline import summary as summaries
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources

async def main():
    async with Graph(Address(os.environ["AT"], os.environ["USER_NAME"], os.environ["PASSWORD"])) as graph:
        print("ready", flush=True)
        report = lambda now: print(now.activity, now.read, flush=True)
        await load(graph, sources()["sample"], [Path(sys.argv[1])], LoadOptions(chunk_size=20, report=report))

asyncio.run(main())
"""


def many_records(count: int) -> list[Record]:
    """Return `count` papers as a list of records."""
    return [*papers(count)]


def papers(count: int) -> list[PaperRecord]:
    return [
        PaperRecord(
            source="arxiv",
            key=str(number),
            title=f"Paper {number}",
            ids=(f"arxiv:2001.{number:05}",),
            dates=(TypedDate(value=str(1990 + number % 30)),),
            authors=tuple(Author(name=f"Given{one % 7} Family{one % 11}") for one in range(number, number + 3)),
        )
        for number in range(count)
    ]


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
async def test_killed_load_loses_no_acknowledged_record(
    address: Address, empty_graph: Graph, tmp_path: Path, how: signal.Signals
) -> None:
    """After a kill, all records of the checkpoint exist; --resume continues and gives the undisturbed result."""
    path = write_records(tmp_path, many_records(400))
    await anyio.to_thread.run_sync(run_and_signal, address, path, how)
    acknowledged = await wait_for_checkpoint(empty_graph)
    held = (await empty_graph.read("MATCH (r:Record) RETURN count(r)")).rows[0][0]
    assert 100 <= acknowledged <= 400
    assert held == acknowledged
    summary = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20, resume=True))
    assert summary.resumed
    assert (summary.read, summary.new, summary.unchanged) == (400, 400, 0)
    after = await export(empty_graph)
    await emptied(empty_graph)
    await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20))
    assert await export(empty_graph) == after


@pytest.mark.full
async def test_resumed_load_has_same_summary_as_whole_load(empty_graph: Graph, tmp_path: Path) -> None:
    """A load that is aborted after three batches and resumed reports the same summary as an undisturbed load."""
    path = write_irregular_records(tmp_path)
    whole = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20))
    assert len(whole.conflicts) == len(whole.dropped_values) == len(whole.unreadable) == 1
    assert (whole.rejected, len(whole.rejects)) == (2, 2)
    assert whole.authorships > whole.authorship_edges > 0
    await emptied(empty_graph)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20, report=stop_after(60)))
    resumed = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20, resume=True))
    assert resumed == replace(whole, load=resumed.load, resumed=True)


async def test_changed_files_are_not_resumed(empty_graph: Graph, tmp_path: Path) -> None:
    """If a file has changed or is new, --resume writes nothing and names it; a plain load reads all records."""
    path = write_records(tmp_path, many_records(30))
    sample = sources()["sample"]
    with pytest.raises(KeyError):
        await load(empty_graph, sample, [tmp_path], LoadOptions(chunk_size=10, report=stop_after(20)))
    size = path.stat().st_size
    write_records(tmp_path, many_records(31)[::-1])
    with pytest.raises(SourceFileError, match=f"records.json had {size:,} bytes, and has {path.stat().st_size:,} now"):
        await load(empty_graph, sample, [tmp_path], LoadOptions(resume=True))
    write_records(tmp_path, many_records(30))
    write_records(tmp_path, many_records(31)[30:], "a.json")
    with pytest.raises(SourceFileError, match=r"a\.json is new\. Run the command without --resume"):
        await load(empty_graph, sample, [tmp_path], LoadOptions(resume=True))
    (tmp_path / "a.json").rename(tmp_path / "z.json")
    path.unlink()
    with pytest.raises(SourceFileError, match=r"z.json is new"):
        await load(empty_graph, sample, [tmp_path], LoadOptions(resume=True))
    write_records(tmp_path, many_records(30))
    summary = await load(empty_graph, sample, [tmp_path])
    assert (summary.read, summary.new + summary.unchanged) == (31, 31)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
@pytest.mark.parametrize("workers", [0, 2])
async def test_load_with_non_utf8_names_can_be_resumed(empty_graph: Graph, tmp_path: Path, workers: int) -> None:
    """The graph stores folder and file names escaped, and --resume finds the load and its position."""
    folder = tmp_path / os.fsdecode(b"\xe9")
    folder.mkdir()
    write_records(folder, many_records(50), "a.json")
    write_records(folder, many_records(100)[50:], os.fsdecode(b"c\xff.json"))
    wishes = LoadOptions(chunk_size=20, workers=workers, min_pool_bytes=0)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [folder], replace(wishes, report=stop_after(60)))
    (stored,) = (await empty_graph.read("MATCH (l:Load) RETURN l.paths, l.inputs, l.file")).rows
    assert list(stored) == [[str(tmp_path / "\\xe9")], ["a.json", "c\\xff.json"], "c\\xff.json"]
    resumed = await load(empty_graph, sources()["sample"], [folder], replace(wishes, resume=True))
    assert (resumed.resumed, resumed.read, resumed.new) == (True, 100, 100)


@pytest.mark.full
async def test_reject_file_is_written_during_load(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An aborted load leaves its reject file, and --resume completes it without repeats; memory stores a few."""
    monkeypatch.setattr(summaries, "MAX_LIST_LENGTH", 7)
    good = papers(100)
    bad = [structs.replace(one, key=f"bad{number}", title=" ") for number, one in enumerate(good)]
    path = write_records(tmp_path, [one for both in zip(good, bad, strict=True) for one in both])
    wishes = LoadOptions(chunk_size=20, rejects=RejectFile(tmp_path / "whole.jsonl"))
    whole = await load(empty_graph, sources()["sample"], [path], wishes)
    assert (whole.rejected, len(whole.rejects)) == (100, 7)
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines()
    assert len(set(lines)) == len(lines) == 100
    await emptied(empty_graph)
    listed = tmp_path / "listed.jsonl"
    stopped = LoadOptions(chunk_size=20, report=stop_after(60), rejects=RejectFile(listed))
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], stopped)
    assert listed.read_bytes().splitlines() == lines[:30]
    with listed.open("ab") as file:  # as of a batch that was not acknowledged
        file.write(b"\n".join([*lines[30:40], lines[40][:9]]))
    again = RejectFile(listed)
    resumed = await load(
        empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20, resume=True, rejects=again)
    )
    assert (resumed.rejected, resumed.rejects, again.written_count) == (100, whole.rejects, 100)
    assert listed.read_bytes().splitlines() == lines
    assert (await empty_graph.read("MATCH (l:Load) RETURN size(l.rejects)")).rows == [[7]]


@pytest.mark.full
async def test_conflicts_and_dropped_values_are_counted_beyond_list_limit(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The summary lists the first conflicts and dropped values and counts all, also after a resume."""
    monkeypatch.setattr(summaries, "MAX_LIST_LENGTH", 3)
    plain = [structs.replace(one, ids=(f"doi:10.1000/{number}",)) for number, one in enumerate(papers(30))]
    odd = [structs.replace(one, key=f"{one.key}x", ids=(*one.ids, "doi:10.1000/" + "x" * 5_000)) for one in plain]
    path = write_records(tmp_path, [*plain, *odd])
    whole = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=10))
    assert (whole.conflict_count, len(whole.conflicts)) == (30, 3)
    assert (whole.dropped_value_count, len(whole.dropped_values)) == (30, 3)
    await emptied(empty_graph)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=10, report=stop_after(50)))
    resumed = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=10, resume=True))
    assert resumed == replace(whole, load=resumed.load, resumed=True)


def write_irregular_records(folder: Path) -> Path:
    """Write a folder whose first two files have one of every reported problem before the third batch ends."""
    first, second, *rest = many_records(100)
    assert isinstance(first, PaperRecord)
    assert isinstance(second, PaperRecord)
    twice = Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",))
    odd: list[Record] = [
        structs.replace(first, key="a", title=" ", ids=()),
        structs.replace(first, key="b", ids=("doi:10.1000/x",), authors=(twice, twice)),
        structs.replace(second, key="c", ids=("doi:10.1000/x",)),
        structs.replace(second, key="d", ids=("doi:10.1000/" + "x" * 5_000,)),
        structs.replace(second, key="e", title="x" * 5_000),
    ]
    write_records(folder, [*odd, first, second], "a.json")
    (folder / "b.json").write_text("{torn", "utf-8")
    write_records(folder, rest, "c.json")
    return folder


def stop_after(count: int) -> Callable[[Progress], None]:
    """Return a callback that aborts a load after `count` acknowledged records."""

    def tell(now: Progress) -> None:
        if now.read >= count:
            raise KeyError(count)

    return tell


def run_and_signal(address: Address, path: Path, how: signal.Signals) -> None:
    """Load in a separate process and send it a signal after 100 acknowledged records."""
    environment = {**os.environ, "AT": address.uri, "USER_NAME": address.username, "PASSWORD": address.password}
    command = [sys.executable, "-c", SCRIPT, str(path)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if line.startswith("loading") and int(line.split()[1]) >= 100:
                process.send_signal(how)
                break
        process.wait(timeout=30)


async def wait_for_checkpoint(graph: Graph) -> int:
    """Return the record count of the aborted load when the server has ended the client's transactions."""
    seen = -1
    while True:
        rows = (await graph.read("MATCH (l:Load) RETURN l.read, l.finishedAt")).rows
        assert len(rows) == 1
        assert rows[0][1] is None
        count = int(str(rows[0][0]))
        if count == seen:
            return count
        seen = count
        await anyio.sleep(1)


@pytest.mark.full
async def test_interrupted_derivation_is_completed_by_next_load(empty_graph: Graph, tmp_path: Path) -> None:
    """Stale marks survive a crash before the derivation, and the next load of the file derives the facts."""
    path = write_records(tmp_path, many_records(40))
    summary = load(empty_graph, sources()["sample"], [path], LoadOptions(chunk_size=20, report=stop_before_deriving))
    with pytest.raises(KeyError):
        await summary
    assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n) > 0")).rows == [[True]]
    again = await load(empty_graph, sources()["sample"], [path])
    assert again.unchanged == 40
    broken = await export(empty_graph)
    await emptied(empty_graph)
    await load(empty_graph, sources()["sample"], [path])
    assert await export(empty_graph) == broken


def stop_before_deriving(now: Progress) -> None:
    """Abort a load before its derivation."""
    if now.activity == "researcher_names":
        raise KeyError(str(now))
