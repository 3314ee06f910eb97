"""What `byline unload` says on the terminal."""

import json
import subprocess
from pathlib import Path

import pytest

from cypher.driver.client import Address
from tests.byline.command_line import run
from tests.byline.serving import environment

pytestmark = pytest.mark.graph


def unload(address: Address, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("unload", *arguments, env=environment(address, BYLINE_HOME=str(folder / "home")), folder=folder)


@pytest.fixture
def list_of(address: Address, tmp_path: Path) -> Path:
    """Load a list of three references, and return one of the first and a new one."""
    entries = [f"@article{{k{one}, title={{Title {one}}}, doi={{10.1000/{one}}}, year=2001}}\n" for one in range(4)]
    (tmp_path / "old.bib").write_text("".join(entries[:3]), "utf-8")
    (tmp_path / "new.bib").write_text(entries[0] + entries[3], "utf-8")
    assert run("reset", "--yes", env=environment(address)).returncode == 0
    assert run("load", "bibtex", "old.bib", env=environment(address), folder=tmp_path).returncode == 0
    return tmp_path / "new.bib"


def test_what_is_no_more_is_named_then_taken_out(address: Address, tmp_path: Path, list_of: Path) -> None:
    """A dry run names what would go; the command counts it, and what stays; again it finds nothing."""
    dry = unload(address, tmp_path, "bibtex", "--missing-from", list_of.name, "--dry-run")
    assert dry.returncode == 0
    assert dry.stdout.splitlines() == [
        "2 records of bibtex would be removed; 1 in the files is kept.",
        "  bibtex:doi:10.1000/1",
        "  bibtex:doi:10.1000/2",
    ]
    done = unload(address, tmp_path, "bibtex", "--missing-from", list_of.name)
    assert (done.returncode, done.stdout) == (
        0,
        "2 records of bibtex removed; 1 in the files is kept.\n",
    )
    again = unload(address, tmp_path, "bibtex", "--missing-from", list_of.name, "--json")
    assert json.loads(again.stdout) == {
        "source": "bibtex",
        "only": None,
        "dry_run": False,
        "gone": 0,
        "stay": 1,
        "unidentified": 0,
        "first": [],
    }


def test_files_that_do_not_tell_take_nothing_out(address: Address, tmp_path: Path, list_of: Path) -> None:
    """A file that is not there, and one that breaks off, are named; the exit code is 1, and all records stay."""
    missing = unload(address, tmp_path, "bibtex", "--missing-from", "nowhere.bib")
    assert (missing.returncode, missing.stderr) == (2, "nowhere.bib: there is no such file or folder.\n")
    list_of.write_text(list_of.read_text("utf-8")[:-20], "utf-8")
    torn = unload(address, tmp_path, "bibtex", "--missing-from", list_of.name)
    assert torn.returncode == 1
    assert "new.bib" in torn.stderr
    assert "Nothing was removed" in torn.stderr
    assert unload(address, tmp_path, "bibtex", "--dry-run").stdout.startswith("3 records of bibtex would be removed.")


@pytest.mark.parametrize(
    ("arguments", "told"),
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
)
def test_what_does_not_go_together_is_told(
    address: Address, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    """Options that mean nothing together are refused before anything is read, with exit code 2."""
    done = unload(address, tmp_path, *arguments)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.replace("│", "").split())


@pytest.mark.full
def test_one_record_is_told_as_one(address: Address, tmp_path: Path) -> None:
    """What is taken out is counted in the singular where it is one record; of one source it is said of which."""
    (tmp_path / "one.json").write_text('[{"record": "paper", "source": "s", "key": "k", "title": "T"}]', "utf-8")
    unload(address, tmp_path, "sample")
    assert run("load", "sample", "one.json", env=environment(address), folder=tmp_path).returncode == 0
    assert unload(address, tmp_path, "sample", "--source-name", "x").stdout == (
        "0 records of sample with the source x removed.\n"
    )
    assert unload(address, tmp_path, "sample").stdout == "1 record of sample removed.\n"
