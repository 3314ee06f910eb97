"""Sends queries that schemathesis generates from the schema, unchanged and repaired, and counts the answers.

Run by test_generated.py with the Python of this folder's own environment: `python generated.py URL NUMBER SEED`.
Prints one JSON object: the number of answers of each status and code, and the queries that caused server errors.
"""

import json
import sys
import time
from collections import Counter
from math import ceil

import requests
import schemathesis
from graphql import (
    IntValueNode,
    ListValueNode,
    NullValueNode,
    StringValueNode,
    Visitor,
    parse,
    print_ast,
    visit,
)
from hypothesis import HealthCheck, Phase, given, seed, settings

HEADERS = {"accept": "application/graphql-response+json"}
PAGES = {"first": "3", "last": "2", "maxDepth": "2", "maxLength": "3"}
IDS = {"from": "Researcher", "to": "Researcher", "researcher": "Researcher", "center": "Paper", "id": "Paper"}
LISTS_OF_IDS = {"around", "papers", "liked"}
OBJECT_IDS = {
    field: f"{prefix}_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
    for field, prefix in {"collection": "c", "comment": "m", "review": "w", "claim": "q", "invitation": "n"}.items()
} | {"notification": "e_12_0"}
"""Root field -> an ID that an object of users could have."""
LIMIT_S = 12
"""Seconds in which everything is answered: the limit of a query, what hangs over, and a busy machine."""


class RepairedQuery(Visitor):
    """Makes a random query answerable: small pages, no invented cursors, existing IDs, no nulls."""

    def __init__(self, ids):
        super().__init__()
        self.ids = ids

    def leave_field(self, node, *_):
        kept = []
        names = {argument.name.value for argument in node.arguments}
        for argument in node.arguments:
            name = argument.name.value
            if name in {"after", "before"} or (name == "last" and "first" in names):
                continue
            if isinstance(argument.value, NullValueNode):
                continue
            if name in PAGES:
                argument.value = IntValueNode(value=PAGES[name])
            elif name == "id" and node.name.value in OBJECT_IDS:
                argument.value = StringValueNode(value=OBJECT_IDS[node.name.value])
            elif name in LISTS_OF_IDS and isinstance(argument.value, ListValueNode):
                argument.value = ListValueNode(values=(StringValueNode(value=self.ids["Paper"]),))
            elif name in IDS:
                argument.value = StringValueNode(value=self.ids[IDS[name]])
            kept.append(argument)
        node.arguments = tuple(kept)
        return node

    def leave_object_value(self, node, *_):
        node.fields = tuple(field for field in node.fields if not isinstance(field.value, NullValueNode))
        return node


def main(url, number, chosen):
    session = requests.Session()

    def ask(query):
        return session.post(url, json={"query": query}, headers=HEADERS, timeout=60)

    ids = {
        kind: ask(f"{{ {root}(first: 1) {{ nodes {{ id }} }} }}").json()["data"][root]["nodes"][0]["id"]
        for kind, root in (("Paper", "papers"), ("Researcher", "researchers"))
    }
    told = {"statuses": Counter(), "codes": Counter(), "wrong": [], "again": [], "too_long": []}

    def check(query):
        answer = ask(query)
        if answer.status_code == 503:  # Neo4j gave no sign of life in time: a busy machine, or a query that stops it
            time.sleep(int(answer.headers["retry-after"]))
            told["again"].append(query)
            answer = ask(query)
        told["statuses"][str(answer.status_code)] += 1
        try:
            codes = [error["extensions"]["code"] for error in answer.json().get("errors", [])]
        except (ValueError, KeyError, TypeError):
            codes = ["UNMASKED"]
        told["codes"].update(codes)
        fine = answer.status_code < 500 and "INTERNAL" not in codes
        if answer.status_code == 504 and codes == ["TIMEOUT"]:  # beyond what any limit can foresee: few may be
            told["too_long"].append(query)
            fine = True
        if not fine or "UNMASKED" in codes or answer.elapsed.total_seconds() > LIMIT_S:
            told["wrong"].append({"query": query, "status": answer.status_code, "body": answer.text[:2000]})

    schema = schemathesis.graphql.from_url(url)
    operations = [operation.ok() for operation in schema.get_all_operations()]
    for operation in operations:

        @seed(chosen)
        @settings(
            max_examples=ceil(number / len(operations) / 2),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(case=operation.as_strategy())
        def run(case):
            check(case.body)
            check(print_ast(visit(parse(case.body), RepairedQuery(ids))))

        run()
        print(operation.label, dict(told["statuses"]), len(told["wrong"]), file=sys.stderr, flush=True)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
