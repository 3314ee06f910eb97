"""Time of each question of the query collection (`byline examples`) on a loaded graph.

    BYLINE_HOME=FOLDER .venv/bin/python -m bench.examples

Reads the graph that the settings select. The parameters are entities of this graph: the researchers with most papers,
the most cited paper, and so on; a question whose entities are missing is left out. Each question runs twice. The
columns: rows, and milliseconds of the first run, which includes planning, and of the second one.
"""

import asyncio
import json
import time
from typing import cast

from rich.table import Table

from bench.table import OUT, print_table
from byline.cli.connection import connect
from byline.settings import load_settings
from cypher.catalog import Cypher, catalog
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.errors import GraphTimeoutError
from cypher.driver.values import Value

TIMEOUT_S = 60.0
SUBJECTS = """
CALL () { MATCH (r:Researcher) WITH r ORDER BY r.paperCount DESC, r.id LIMIT 20 RETURN collect(r.name) AS names }
CALL () {
  MATCH (p:Paper)<-[:IDENTIFIES]-(key:Identifier) WHERE p.citationCount > 0 AND key.scheme IN ['acl', 'arxiv', 'doi']
  WITH p, min(key.scheme + ':' + key.value) AS key ORDER BY p.citationCount DESC, p.id LIMIT 50
  RETURN collect(key) AS cited
}
CALL () {
  MATCH (p:Paper) WHERE p.arxiv IS NOT NULL
  WITH p ORDER BY p.citationCount DESC, p.id LIMIT 1 RETURN collect(p.arxiv) AS arxiv
}
CALL () { MATCH (t:Topic) WITH t ORDER BY t.paperCount DESC, t.id LIMIT 1 RETURN collect(t.code) AS code }
CALL () {
  MATCH (i:Institution) WHERE i.ror IS NOT NULL
  WITH i ORDER BY i.paperCount DESC, i.id LIMIT 1 RETURN collect(i.ror) AS ror
}
CALL () {
  MATCH (v:Venue) WHERE v.acl IS NOT NULL
  WITH v ORDER BY v.paperCount DESC, v.id LIMIT 1 RETURN collect(v.acl) AS acl
}
RETURN names, cited, arxiv[0], code[0], ror[0], acl[0]
"""
NUMBERS: dict[str, Value] = {"limit": 20, "since": 2010, "years": 3, "citations": 50}


async def subjects(graph: Graph) -> dict[str, Value]:
    """Return the value of each parameter; None if the graph has no such entity."""
    answer = await graph.read(SUBJECTS, timeout_s=TIMEOUT_S)
    names, cited, arxiv, code, ror, acl = answer.rows[0]
    people, papers = cast("list[str]", names), cast("list[str]", cited)
    named: dict[str, Value] = {"name": people[0], "from": people[0], "to": people[-1]} if people else {}
    keys: dict[str, Value] = {"paper": papers[0], "papers": papers} if papers else {}
    return NUMBERS | named | keys | {"arxiv": arxiv, "code": code, "ror": ror, "acl": acl}


def parameters_of(question: Cypher, values: dict[str, Value]) -> dict[str, Value] | None:
    """Return the parameters of a question; None if the graph lacks an entity, or if it is the page of a front end."""
    if question.name == "book/citation_paths":  # its ends are papers
        papers = cast("list[Value]", values.get("papers") or [None])
        values = values | {"from": papers[-1], "to": papers[0]}
    found = {parameter.name: values.get(parameter.name) for parameter in question.params}
    return None if None in found.values() else found


async def measure(graph: Graph) -> list[dict[str, object]]:
    """Run each question twice and return a row for each."""
    values = await subjects(graph)
    rows: list[dict[str, object]] = []
    for name, question in catalog().items():
        if not name.startswith("book/") or (parameters := parameters_of(question, values)) is None:
            continue
        times: list[float] = []
        count: int | None = None
        for _ in range(2):
            started = time.perf_counter()
            try:
                count = len((await graph.read(question.text, parameters, timeout_s=TIMEOUT_S)).rows)
            except GraphTimeoutError:
                count = None
            times.append((time.perf_counter() - started) * 1000)
        rows.append(
            {"question": name.removeprefix("book/"), "rows": count, "first_ms": times[0], "second_ms": times[1]}
        )
    return rows


async def _measure_at(address: Address) -> list[dict[str, object]]:
    async with Graph(address, read_timeout_s=TIMEOUT_S) as graph:
        return await measure(graph)


def main() -> None:
    """Measure all questions, print the table and write bench/out/examples.json."""
    with connect(load_settings()) as (address, _):
        rows = asyncio.run(_measure_at(address))
    table = Table(
        "question", "rows", "first ms", "second ms", title="Questions of byline examples", title_justify="left"
    )
    for row in rows:
        count = "over 60 s" if row["rows"] is None else f"{row['rows']:,}"
        table.add_row(str(row["question"]), count, f"{row['first_ms']:,.0f}", f"{row['second_ms']:,.0f}")
    print_table(table)
    OUT.mkdir(exist_ok=True)
    (OUT / "examples.json").write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
