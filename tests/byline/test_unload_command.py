"""The output of `byline unload`."""

import json
import subprocess
from pathlib import Path

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import run
from tests.byline.server_process import environment
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


def unload(address: Address, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("unload", *arguments, env=environment(address, BYLINE_HOME=str(folder / "home")), folder=folder)


@pytest.fixture
def reference_list(address: Address, tmp_path: Path) -> Path:
    """Load a list of three references; return a list with the first of them and a new one."""
    entries = [f"@article{{k{one}, title={{Title {one}}}, doi={{10.1000/{one}}}, year=2001}}\n" for one in range(4)]
    (tmp_path / "old.bib").write_text("".join(entries[:3]), "utf-8")
    (tmp_path / "new.bib").write_text(entries[0] + entries[3], "utf-8")
    assert run("reset", "--yes", "--delete-accounts", env=environment(address)).returncode == 0
    assert run("load", "bibtex", "old.bib", env=environment(address), folder=tmp_path).returncode == 0
    return tmp_path / "new.bib"


def test_missing_from_removes_stale_records(address: Address, tmp_path: Path, reference_list: Path) -> None:
    """A dry run lists the stale records; the command removes and counts them; a second run finds none."""
    dry = unload(address, tmp_path, "bibtex", "--missing-from", reference_list.name, "--dry-run")
    assert dry.returncode == 0
    assert dry.stdout.splitlines() == [
        "2 records of bibtex would be removed; 1 in the files is kept.",
        "  bibtex:doi:10.1000/1",
        "  bibtex:doi:10.1000/2",
    ]
    done = unload(address, tmp_path, "bibtex", "--missing-from", reference_list.name)
    assert (done.returncode, done.stdout) == (
        0,
        "2 records of bibtex removed; 1 in the files is kept.\n",
    )
    again = unload(address, tmp_path, "bibtex", "--missing-from", reference_list.name, "--json")
    assert json.loads(again.stdout) == {
        "source": "bibtex",
        "only": None,
        "dry_run": False,
        "gone": 0,
        "stay": 1,
        "unidentified": 0,
        "first": [],
    }


def test_missing_or_truncated_file_removes_nothing(address: Address, tmp_path: Path, reference_list: Path) -> None:
    """A missing or truncated file is named, the exit code is 1, and all records stay."""
    missing = unload(address, tmp_path, "bibtex", "--missing-from", "nowhere.bib")
    assert (missing.returncode, missing.stderr) == (2, "nowhere.bib: there is no such file or folder.\n")
    reference_list.write_text(reference_list.read_text("utf-8")[:-20], "utf-8")
    torn = unload(address, tmp_path, "bibtex", "--missing-from", reference_list.name)
    assert torn.returncode == 1
    assert "new.bib" in torn.stderr
    assert "Nothing was removed" in torn.stderr
    assert unload(address, tmp_path, "bibtex", "--dry-run").stdout.startswith("3 records of bibtex would be removed.")


@pytest.mark.parametrize(
    ("arguments", "told"),
    sampled_cases(
        [
            (("nothing",), "Unknown source 'nothing'. Known sources: aan, "),
            (("acl", "--ignore-unidentified"), "--ignore-unidentified and --workers require --missing-from."),
            (("acl", "--workers", "1"), "--ignore-unidentified and --workers require --missing-from."),
            (
                ("byline", "--missing-from", "x"),
                "--missing-from does not apply to topics of `byline classify`: they are not read from files.",
            ),
            (
                ("table", "--missing-from", "x"),
                "The files of table state their source, and records of other sources must stay",
            ),
            (("acl", "--missing-from", ""), "The path is empty. Name a file or folder"),
        ],
        2,
        2,
    ),
)
def test_conflicting_unload_options_are_rejected(
    address: Address, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    """Options that cannot be combined are rejected with exit code 2 before any file is read."""
    done = unload(address, tmp_path, *arguments)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.replace("│", "").split())


@pytest.mark.full
def test_unload_counts_single_record_in_singular(address: Address, tmp_path: Path) -> None:
    """The message uses the singular for one record, and names the source that --source-name selects."""
    (tmp_path / "one.json").write_text('[{"record": "paper", "source": "s", "key": "k", "title": "T"}]', "utf-8")
    unload(address, tmp_path, "sample")
    assert run("load", "sample", "one.json", env=environment(address), folder=tmp_path).returncode == 0
    assert unload(address, tmp_path, "sample", "--source-name", "x").stdout == (
        "0 records of sample with the source x removed.\n"
    )
    assert unload(address, tmp_path, "sample").stdout == "1 record of sample removed.\n"
