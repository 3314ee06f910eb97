"""`byline export --records` and `--canonical`: records by license, and the graph in a comparable form."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from tests.byline.command_line import run
from tests.byline.server_process import environment
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph
MORE = 4_100
OF_FACTS = "CC0-1.0 (facts; abstracts are their publishers')"
OWN = PaperRecord(source="own", key="k", title="T", record_license="CC-BY-SA-4.0", license="MIT")
MORE_LICENSES = {"crossref": OF_FACTS, "anthology": "CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before"}


async def _fill_graph(address: Address, folder: Path) -> None:
    async with Graph(address) as graph:
        await emptied(graph)
        ror = folder / "ror.json"
        ror.write_text(json.dumps([ORGANISATION]), "utf-8")
        await load(graph, sources()["ror"], [ror])
        papers = [PaperRecord(source="acl", key=f"k{n}", title=f"T{n}") for n in range(MORE)]
        sample = replace(sources()["sample"], license="CC-BY-4.0")
        await load(graph, sample, [write_records(folder, papers)])
        await load(graph, sample, [write_records(folder, [OWN], "own.json")])
        for name, license_name in MORE_LICENSES.items():
            (folder / name).mkdir()
            paper = PaperRecord(source=name, key="k", title="T")
            await load(graph, replace(sample, license=license_name), [write_records(folder / name, [paper])])


ORGANISATION = {
    "id": "https://ror.org/03yrm5c26",
    "names": [{"value": "California Digital Library", "types": ["ror_display", "label"], "lang": "en"}],
    "status": "active",
    "types": ["archive"],
    "locations": [],
}


@pytest.fixture(scope="module")
def filled(address: Address, tmp_path_factory: pytest.TempPathFactory) -> Address:
    anyio.run(_fill_graph, address, tmp_path_factory.mktemp("records"))
    return address


def run_export(address: Address, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("export", *arguments, env=environment(address))


def test_every_record_is_exported_unchanged(filled: Address) -> None:
    """Each record appears once, sorted by source and key, with its license, time seen and full statement."""
    done = run_export(filled, "--records")
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, len(said)) == (0, MORE + 2 + len(MORE_LICENSES))
    keys = [(one["source"], one["key"]) for one in said]
    assert keys == sorted(set(keys))
    assert said[-1]["license"] == "CC0-1.0"
    assert said[-1]["statement"]["name"] == "California Digital Library"
    assert said[-1]["seen"].endswith("Z")


@pytest.mark.full
def test_license_selects_records(filled: Address, tmp_path: Path) -> None:
    """--license exports only records with that license; an unknown license is rejected with a list."""
    file = tmp_path / "open.ndjson"
    assert run_export(filled, "--records", "--license", "CC0-1.0", "--output", str(file)).returncode == 0
    assert [json.loads(line)["source"] for line in file.read_text("utf-8").splitlines()] == ["ror"]
    wrong = run_export(filled, "--records", "--license", "MIT")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr == (
        "No record has the license 'MIT'. Existing licenses:\n"
        f"  CC-BY-4.0\n  CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before\n  CC-BY-SA-4.0\n  CC0-1.0\n  {OF_FACTS}\n"
    )


@pytest.mark.parametrize(
    ("license_name", "who"),
    sampled_cases(
        [
            ("CC0-1.0", ["ror"]),
            ("cc0-1.0", ["ror"]),
            (OF_FACTS, ["crossref"]),
            ("CC-BY-4.0", ["acl"]),
            ("CC-BY-4.0 from 2016, CC-BY-NC-SA-3.0 before", ["anthology"]),
            ("CC-BY-SA-4.0", ["own"]),
            ("CC-BY", []),
            ("CC-BY-NC-SA-3.0", []),
            ("", []),
        ],
        2,
        2,
    ),
)
def test_license_matches_whole_name(filled: Address, license_name: str, who: list[str]) -> None:
    """A record's own license, else its source's, matches as a whole, ignoring case, never by a prefix."""
    done = run_export(filled, "--records", "--license", license_name)
    assert sorted({json.loads(line)["source"] for line in done.stdout.splitlines()}) == who
    assert done.returncode == (0 if who else 1)


@pytest.mark.full
def test_canonical_export_has_no_byline_ids(filled: Address) -> None:
    """The canonical export has sorted lines without Byline IDs, and is the same for the same graph."""
    done = run_export(filled, "--canonical")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines == sorted(lines)
    assert not any('"id":' in line for line in lines)
    assert run_export(filled, "--canonical").stdout == done.stdout


@pytest.mark.parametrize(
    ("given", "told"),
    sampled_cases(
        [
            (
                (),
                "Use exactly one of --query DOCUMENT, --records, --canonical, --graph FORMAT and --bibliography",
            ),
            (("--records", "--canonical"), "exactly one of"),
            (("--canonical", "--license", "CC0-1.0"), "--license requires --records"),
            (("--records", "--label", "Paper"), "--label and --relationship require --graph"),
        ],
        1,
        2,
    ),
)
def test_export_requires_exactly_one_selection(address: Address, given: tuple[str, ...], told: str) -> None:
    """`byline export` requires exactly one of its modes, and --license requires --records."""
    done = run_export(address, *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in " ".join(done.stderr.split())
