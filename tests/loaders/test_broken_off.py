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
from cypher.driver.client import Address, Graph
from loaders.export.canonical_export import export
from loaders.pipeline import summary as summaries
from loaders.pipeline.progress import Progress
from loaders.pipeline.run import LoadOptions, load
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord, Record
from loaders.sources.base import sources
from tests.conftest import emptied
from tests.loaders.loading import written

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

SCRIPT = """
import asyncio, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
from pathlib import Path
from byline.cli.reject_file import RejectFile
from cypher.driver.client import Address, Graph
from loaders.pipeline import summary as summaries
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources

async def main():
    async with Graph(Address(os.environ["AT"], os.environ["USER_NAME"], os.environ["PASSWORD"])) as graph:
        print("ready", flush=True)
        tell = lambda now: print(now.doing, now.read, flush=True)
        await load(graph, sources()["sample"], [Path(sys.argv[1])], LoadOptions(chunk=20, tell=tell))

asyncio.run(main())
"""


def many(count: int) -> list[Record]:
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
async def test_a_load_that_is_killed_loses_nothing_that_was_acknowledged(
    address: Address, empty_graph: Graph, tmp_path: Path, how: signal.Signals
) -> None:
    """After a kill the checkpoint's records are all there; --resume reads on from it, and ends where no kill leads."""
    path = written(tmp_path, many(400))
    await anyio.to_thread.run_sync(run_and_signal, address, path, how)
    acknowledged = await wait_for_checkpoint(empty_graph)
    held = (await empty_graph.read("MATCH (r:Record) RETURN count(r)")).rows[0][0]
    assert 100 <= acknowledged <= 400
    assert held == acknowledged
    summary = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20, resume=True))
    assert summary.resumed
    assert (summary.read, summary.new, summary.unchanged) == (400, 400, 0)
    after = await export(empty_graph)
    await emptied(empty_graph)
    await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20))
    assert await export(empty_graph) == after


async def test_a_load_that_goes_on_adds_up_to_the_whole(empty_graph: Graph, tmp_path: Path) -> None:
    """Broken off after three batches and resumed, a load tells what it tells when nothing breaks it off."""
    path = odd_ones(tmp_path)
    whole = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20))
    assert len(whole.conflicts) == len(whole.dropped_values) == len(whole.unreadable) == 1
    assert (whole.rejected, len(whole.rejects)) == (2, 2)
    assert whole.authorships > whole.authorship_edges > 0
    await emptied(empty_graph)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20, tell=stop_after(60)))
    resumed = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20, resume=True))
    assert resumed == replace(whole, load=resumed.load, resumed=True)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
@pytest.mark.parametrize("workers", [0, 2])
async def test_a_load_of_names_that_are_no_utf8_goes_on(empty_graph: Graph, tmp_path: Path, workers: int) -> None:
    """Folder and file are stored escaped, and --resume finds the load and its place in that file."""
    folder = tmp_path / os.fsdecode(b"\xe9")
    folder.mkdir()
    written(folder, many(50), "a.json")
    written(folder, many(100)[50:], os.fsdecode(b"c\xff.json"))
    wishes = LoadOptions(chunk=20, workers=workers, small=0)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [folder], replace(wishes, tell=stop_after(60)))
    (stored,) = (await empty_graph.read("MATCH (l:Load) RETURN l.paths, l.inputs, l.file")).rows
    assert list(stored) == [[str(tmp_path / "\\xe9")], ["a.json", "c\\xff.json"], "c\\xff.json"]
    resumed = await load(empty_graph, sources()["sample"], [folder], replace(wishes, resume=True))
    assert (resumed.resumed, resumed.read, resumed.new) == (True, 100, 100)


@pytest.mark.full
async def test_refusals_are_listed_as_they_come(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken-off load leaves its list, which --resume makes whole, no line twice; memory keeps the first few."""
    monkeypatch.setattr(summaries, "KEPT", 7)
    good = papers(100)
    bad = [structs.replace(one, key=f"bad{number}", title=" ") for number, one in enumerate(good)]
    path = written(tmp_path, [one for both in zip(good, bad, strict=True) for one in both])
    wishes = LoadOptions(chunk=20, rejects=RejectFile(tmp_path / "whole.jsonl"))
    whole = await load(empty_graph, sources()["sample"], [path], wishes)
    assert (whole.rejected, len(whole.rejects)) == (100, 7)
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines()
    assert len(set(lines)) == len(lines) == 100
    await emptied(empty_graph)
    listed = tmp_path / "listed.jsonl"
    stopped = LoadOptions(chunk=20, tell=stop_after(60), rejects=RejectFile(listed))
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], stopped)
    assert listed.read_bytes().splitlines() == lines[:30]
    with listed.open("ab") as file:  # as of a batch that was not acknowledged
        file.write(b"\n".join([*lines[30:40], lines[40][:9]]))
    again = RejectFile(listed)
    resumed = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20, resume=True, rejects=again))
    assert (resumed.rejected, resumed.rejects, again.listed) == (100, whole.rejects, 100)
    assert listed.read_bytes().splitlines() == lines
    assert (await empty_graph.read("MATCH (l:Load) RETURN size(l.rejects)")).rows == [[7]]


async def test_conflicts_and_what_is_dropped_are_counted_beyond_what_is_kept(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each the first few are kept and all are counted, also by a load that is broken off and resumed."""
    monkeypatch.setattr(summaries, "KEPT", 3)
    plain = [structs.replace(one, ids=(f"doi:10.1000/{number}",)) for number, one in enumerate(papers(30))]
    odd = [structs.replace(one, key=f"{one.key}x", ids=(*one.ids, "doi:10.1000/" + "x" * 5_000)) for one in plain]
    path = written(tmp_path, [*plain, *odd])
    whole = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=10))
    assert (whole.conflict_count, len(whole.conflicts)) == (30, 3)
    assert (whole.dropped_value_count, len(whole.dropped_values)) == (30, 3)
    await emptied(empty_graph)
    with pytest.raises(KeyError):
        await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=10, tell=stop_after(50)))
    resumed = await load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=10, resume=True))
    assert resumed == replace(whole, load=resumed.load, resumed=True)


def odd_ones(folder: Path) -> Path:
    """Write a folder whose first two files bring, before the third batch ends, one of everything that is told of."""
    first, second, *rest = many(100)
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
    written(folder, [*odd, first, second], "a.json")
    (folder / "b.json").write_text("{torn", "utf-8")
    written(folder, rest, "c.json")
    return folder


def stop_after(count: int) -> Callable[[Progress], None]:
    """Return what breaks a load off once so many records are acknowledged."""

    def tell(now: Progress) -> None:
        if now.read >= count:
            raise KeyError(count)

    return tell


def run_and_signal(address: Address, path: Path, how: signal.Signals) -> None:
    """Load in a process of its own, and send it a signal once 100 records are acknowledged."""
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
    """Return the broken-off load's count, once the server has ended what the killed client left open."""
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


async def test_a_derivation_that_is_broken_off_is_finished_by_the_next_load(empty_graph: Graph, tmp_path: Path) -> None:
    """Marks set by a batch outlive a crash before the derivation; a load of the same file derives what is due."""
    path = written(tmp_path, many(40))
    summary = load(empty_graph, sources()["sample"], [path], LoadOptions(chunk=20, tell=stop_before_deriving))
    with pytest.raises(KeyError):
        await summary
    assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n) > 0")).rows == [[True]]
    again = await load(empty_graph, sources()["sample"], [path])
    assert again.unchanged == 40
    broken = await export(empty_graph)
    await emptied(empty_graph)
    await load(empty_graph, sources()["sample"], [path])
    assert await export(empty_graph) == broken


def stop_before_deriving(now: object) -> None:
    if getattr(now, "doing", "") == "names":
        raise KeyError(str(now))
