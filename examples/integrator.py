"""Print how two researchers are connected and who can introduce them. Usage: integrator.py NAME NAME."""

import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any

URL = os.environ.get("BYLINE_URL", "http://127.0.0.1:8000") + "/graphql"
MATCH = """
query Match($names: [ResearcherMatchInput!]!) {
  match(researchers: $names, first: 1) { candidates { score match node { id ... on Researcher { name } } } }
}
"""
PATHS = """
query Paths($from: [ID!]!, $to: [ID!]!) {
  collaborationPaths(from: $from, to: $to, first: 3) {
    reason
    paths { hops { from { name } to { name } papers { title year } } }
  }
}
"""


def ask(query: str, **variables: object) -> Any:  # noqa: ANN401 parsed JSON
    """Send a request and return its data."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(URL, body, {"Content-Type": "application/json"})  # noqa: S310 an address of the user
    try:
        with urllib.request.urlopen(request) as response:  # noqa: S310
            answer = json.load(response)
    except urllib.error.URLError as error:
        sys.exit(f"{URL} does not respond: {error.reason}. Start a server with `make demo`, or set BYLINE_URL.")
    if "errors" in answer:
        sys.exit(answer["errors"][0]["message"])
    return answer["data"]


def main() -> None:
    """Find both researchers, and print the paths between them."""
    names = sys.argv[1:3] if len(sys.argv) > 2 else ["Jared Casper", "Mostofa Patwary"]  # noqa: PLR2004 two names
    found = ask(MATCH, names=[{"name": name} for name in names])["match"]
    ids: list[str] = []
    for name, result in zip(names, found, strict=True):
        candidates = result["candidates"]
        if not candidates:
            sys.exit(f"No researcher is named {name}.")
        ids.append(candidates[0]["node"]["id"])
    found = ask(PATHS, **{"from": ids[0], "to": ids[1]})["collaborationPaths"]
    if not found["paths"]:
        print(found["reason"])
    for path in found["paths"]:
        hops = path["hops"]
        print(" -> ".join([hops[0]["from"]["name"], *(hop["to"]["name"] for hop in hops)]))
        for hop in hops:
            papers = "; ".join(f"{paper['title']} ({paper['year']})" for paper in hop["papers"][:2])
            print(f"   {hop['from']['name']} and {hop['to']['name']}: {papers}")
        if len(hops) > 1:
            print(f"   Ask {hops[0]['to']['name']} for an introduction.")


if __name__ == "__main__":
    main()
