"""The invalid and impossible requests in the table of docs/traversal.md have the answers that the table states."""

import json
import re
from typing import Any

import pytest

from tests.resolvers.graphql_client import Asker
from tests.resolvers.test_guide import DOCS
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

TABLE = (
    (DOCS / "traversal.md").read_text("utf-8").partition("## Invalid and impossible requests")[2].partition("\n## ")[0]
)
ROWS = re.findall(r"^\| `([^`]+)` \| (.+) \|$", TABLE, re.MULTILINE)
"""Request and answer of each row."""
UNKNOWN = "01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
SAMPLE_IDS = """{
  A: researcher(by: {acl: "mohammad-shoeybi"}) { id }
  B: researcher(by: {acl: "alan-w-black"}) { id }
  P: paper(by: {arxiv: "1909.08053"}) { id }
}"""
SELECTIONS = {
    "collaborationPaths": "degreesOfSeparation reason paths { length }",
    "pathsTo": "degreesOfSeparation reason paths { length }",
    "coauthorDistance": "degreesOfSeparation reason",
    "coauthorDistances": "degreesOfSeparation reason",
    "coauthorNetwork": "componentSize",
    "egoNetwork": "coauthorCount clusteringCoefficient coauthors { paperCount }",
    "introducers": "score",
    "suggestedCollaborators": "score",
    "collaboratorsOfCollaborators": "edges { sharedCollaboratorCount }",
    "suggestedReviewers": "score",
    "citationPathsTo": "distance reason paths { length }",
    "topicMainPath": "paperCount",
    "researchMap": "edges { weight } nodes { id }",
}
OWNERS = {"A": "Researcher", "P": "Paper"}


def document(request: str, ids: dict[str, str]) -> str:
    """Return the GraphQL document of a request in the table."""
    owner, call = (request[0], request[2:]) if request[1] == "." else ("", request)
    call = re.sub(
        r'"[^"]*"|\b[A-Z][A-Z_]*\b', lambda name: json.dumps(ids[name[0]]) if name[0] in ids else name[0], call
    )
    field = f"{call} {{ {SELECTIONS[re.split(r'[(]', call)[0]]} }}"
    if owner:
        field = f'node(id: "{ids[owner]}") {{ ... on {OWNERS[owner]} {{ {field} }} }}'
    return f"{{ {field} }}"


@pytest.fixture(scope="module")
async def ids(ask_sample: Asker) -> dict[str, str]:
    """Return the IDs that the names in the table stand for."""
    answer: Any = await ask_sample(SAMPLE_IDS)
    unknown = {"UNKNOWN": f"r_{UNKNOWN}", "UNKNOWN_TOPIC": f"t_{UNKNOWN}", "UNKNOWN_PAPER": f"p_{UNKNOWN}"}
    return {name: entity["id"] for name, entity in answer.items()} | unknown | {"V": f"v_{UNKNOWN}"}


def test_the_table_has_every_traversal() -> None:
    """The table has requests of each traversal field."""
    fields = {re.split(r"[(]", request[2:] if request[1] == "." else request)[0] for request, _ in ROWS}
    assert fields == set(SELECTIONS)


@pytest.mark.parametrize(("request_", "answer"), sampled_cases(ROWS, 25, 2, evenly_spaced=True))
async def test_request_has_the_stated_answer(
    ask_sample: Asker, ids: dict[str, str], request_: str, answer: str
) -> None:
    """An error has the stated code; other answers have the stated values."""
    reply = await ask_sample.reply(document(request_, ids))
    stated = re.findall(r"`([^`]+)`", answer)
    if re.fullmatch(r"[A-Z_]+", stated[0]):
        assert [error["extensions"]["code"] for error in reply.errors] == [stated[0]]
        return
    assert not reply.errors
    result: Any = next(iter((reply.data or {}).values()))
    if request_[1] == ".":
        result = next(iter(result.values()))
    if stated[0] == "null":
        assert result is None
        return
    result = result[0] if request_.startswith("coauthorDistances") else result
    for member in stated:
        name, colon, value = member.partition(": ")
        assert not colon or result[name] == json.loads(value)
