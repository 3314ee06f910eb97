"""Typed clients that generators of other projects make from the schema and the guide's pages type-check."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.conftest import HERE, tool
from tests.resolvers.page_queries import PAPER_PAGE, RESEARCHER_PAGE

pytestmark = pytest.mark.conformance
ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schema" / "schema.graphql"
TUTORIAL = ROOT / "docs" / "graphql-tutorial.md"
PAGES = ROOT / "examples" / "javascript" / "pages.mjs"
BIN = HERE / ".venv" / "bin"
THEIRS = "async_base_client.py"
"""What ariadne-codegen copies into every client, whatever the schema; its optional websockets have no types."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with the schema and the guide's two pages, as a client has them."""
    shutil.copy(SCHEMA, tmp_path / "schema.graphql")
    (tmp_path / "pages.graphql").write_text(RESEARCHER_PAGE + PAPER_PAGE)
    return tmp_path


def test_python_client_type_checks(project: Path) -> None:
    """Pyright accepts the client of ariadne-codegen and its correct use, and rejects a wrong use."""
    (project / "pyproject.toml").write_text(
        '[tool.ariadne-codegen]\nschema_path = "schema.graphql"\nqueries_path = "pages.graphql"\n'
        'target_package_name = "made"\n'
    )
    made = subprocess.run(
        [str(BIN / "ariadne-codegen")], cwd=project, capture_output=True, text=True, check=False, timeout=300
    )
    assert made.returncode == 0, made.stdout + made.stderr
    use = "from made.client import Client\n\n\nasync def titles(client: Client) -> {}:\n"
    use += '    page = await client.paper(arxiv="2201.11990")\n'
    use += "    return page.paper.title if page.paper else None\n"
    (project / "right.py").write_text(use.format("str | None"))
    (project / "wrong.py").write_text(use.format("int"))
    config = {"venvPath": str(HERE), "venv": ".venv", "typeCheckingMode": "standard", "include": ["*.py", "made"]}
    (project / "pyrightconfig.json").write_text(json.dumps(config))
    pyright = Path(sys.executable).with_name("pyright")
    judged = subprocess.run(
        [str(pyright), "--outputjson"], cwd=project, capture_output=True, text=True, check=False, timeout=300
    )
    told = json.loads(judged.stdout)["generalDiagnostics"]
    errors = [one for one in told if one["severity"] == "error" and not one["file"].endswith(THEIRS)]
    assert {Path(one["file"]).name for one in errors} == {"wrong.py"}, errors


def test_typescript_client_type_checks(project: Path) -> None:
    """Tsc accepts the typed documents of graphql-codegen, and rejects a wrong use."""
    config = {
        "schema": str(project / "schema.graphql"),
        "documents": str(project / "pages.graphql"),
        "generates": {str(project / "made.ts"): {"plugins": ["typescript-operations", "typed-document-node"]}},
    }
    (project / "codegen.json").write_text(json.dumps(config))
    made = tool("graphql-codegen", "--config", str(project / "codegen.json"))
    assert made.returncode == 0, made.stdout + made.stderr
    (project / "node_modules").symlink_to(HERE / "node_modules")
    use = 'import type { PaperQuery } from "./made";\n'
    use += "export const title = (page: PaperQuery): {} => page.paper?.title ?? null;\n"
    for name, type_ in (("right", "string | null"), ("wrong", "number")):
        (project / f"{name}.ts").write_text(use.replace("{}", type_))
    options = ("--noEmit", "--strict", "--skipLibCheck", "--moduleResolution", "bundler", "--module", "esnext")
    right = tool("tsc", *options, "made.ts", "right.ts", cwd=project)
    assert right.returncode == 0, right.stdout
    wrong = tool("tsc", *options, "wrong.ts", cwd=project)
    assert wrong.returncode != 0
    assert "wrong.ts" in wrong.stdout


def test_typescript_types_are_known(project: Path) -> None:
    """With the scalars of the tutorial, the types of the schema and of the example pages lack `unknown` and `any`."""
    (block,) = re.findall(r"^ *scalars: \{(.*?)\}", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    scalars = dict(re.findall(r'(\w+): "(.*?)"', block))
    (project / "provenance.graphql").write_text(
        "query Provenance($id: ID!) { paper(by: {id: $id}) { provenance(field: DATES) { statements { value } } } }"
    )
    config = {
        "schema": str(project / "schema.graphql"),
        "documents": [str(PAGES), str(project / "provenance.graphql")],
        "config": {"strictScalars": True, "scalars": scalars},
        "generates": {
            str(project / "types.ts"): {"plugins": ["typescript"]},
            str(project / "operations.ts"): {"plugins": ["typescript-operations"]},
        },
    }
    (project / "codegen.json").write_text(json.dumps(config))
    made = tool("graphql-codegen", "--config", str(project / "codegen.json"))
    assert made.returncode == 0, made.stdout + made.stderr
    code = (project / "types.ts").read_text() + (project / "operations.ts").read_text()
    types = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)
    operations = set(re.findall(r"^export type (\w+)Query = ", types, re.MULTILINE))
    pages = {"ResearcherPage", "PaperPage", "AuthorPapers", "PreprintPage"}
    assert operations == {*pages, "ListedPaper", "Provenance"}
    lines = [line for line in types.splitlines() if not line.startswith("type Exact<")]  # a helper of the generator
    assert [line for line in lines if re.search(r"\b(unknown|any)\b", line)] == []
    checked = tool("tsc", "--noEmit", "--strict", "types.ts", "operations.ts", cwd=project)
    assert checked.returncode == 0, checked.stdout
