"""The bill of materials that `make sbom` writes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)


def canonical_name(name: str) -> str:
    """Return the name of a package in the form of PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.full
@pytest.mark.timeout(600)
def test_bill_of_materials_lists_all_locked_packages() -> None:
    """`make sbom` writes CycloneDX with the packages of the lock file at run time, and no others."""
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL"}}
    subprocess.run(["make", "sbom", f"PYTHON={sys.executable}"], cwd=ROOT, env=environment, check=True)
    bill = json.loads((ROOT / "build/sbom.json").read_text("utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    locked = {canonical_name(name) for name in LOCKED.findall((ROOT / "requirements/run.lock").read_text("utf-8"))}
    listed = {canonical_name(component["name"]) for component in bill["components"]}
    assert listed <= locked
    # the lock file has packages of other systems too
    assert len(listed) > 0.8 * len(locked)
    assert bill["metadata"]["component"]["name"] == "byline"
