"""`byline load` in a folder, and a file to load that contains invalid records."""

import json
import subprocess
from pathlib import Path

from cypher.driver.address import Address
from tests.byline.command_line import run
from tests.byline.server_process import environment


def load(address: Address, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `byline load` in a folder, on a terminal of 80 columns."""
    env = environment(address, COLUMNS="80", BYLINE_HOME=str(folder / "home"))
    return run("load", *arguments, env=env, folder=folder)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def mixed(folder: Path) -> None:
    """Write 30 papers that name one author twice, and five papers with invalid titles or dates."""
    authors = [{"name": "Li Wei", "ids": ["orcid:0000-0002-1825-0097"]}] * 2
    good = {"record": "paper", "source": "arxiv", "title": "T", "authors": authors}
    odd = [
        {"title": " "},
        {"title": ""},
        {"revised": "32"},
        {"revised": "3x"},
        {"title": "y" * 9000},
    ]
    papers = [{**good, "key": f"k{number}"} for number in range(30)]
    (folder / "mixed.json").write_text(
        json.dumps([*papers, *({**good, "key": f"o{number}", **one} for number, one in enumerate(odd))]), "utf-8"
    )
