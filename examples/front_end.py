"""Print a researcher's page from one GraphQL request. Usage: front_end.py NAME."""

import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("BYLINE_URL", "http://127.0.0.1:8000") + "/graphql"
QUERY = """
query Page($name: String!) {
  researchers(where: {name: {eq: $name}}, first: 1) {
    nodes {
      name paperCount hIndex
      trust { score label }
      topics(first: 3) { edges { paperCount node { name } } }
      closeCollaborators(first: 3) { edges { paperCount node { name } } }
      papers(first: 3, orderBy: [{field: CITATION_COUNT}]) { nodes { title year citationCount } }
    }
  }
}
"""


def main() -> None:
    """Request and print the page."""
    name = sys.argv[1] if len(sys.argv) > 1 else "Jared Casper"
    body = json.dumps({"query": QUERY, "variables": {"name": name}}).encode()
    request = urllib.request.Request(URL, body, {"Content-Type": "application/json"})  # noqa: S310 an address of the user
    try:
        with urllib.request.urlopen(request) as response:  # noqa: S310
            answer = json.load(response)
    except urllib.error.URLError as error:
        sys.exit(f"{URL} does not respond: {error.reason}. Start a server with `make demo`, or set BYLINE_URL.")
    if "errors" in answer:
        sys.exit(answer["errors"][0]["message"])
    found = answer["data"]["researchers"]["nodes"]
    if not found:
        sys.exit(f"No researcher is named {name}.")
    person = found[0]
    print(f"{person['name']}: {person['paperCount']} papers, h-index {person['hIndex']}, {person['trust']['label']}")
    for edge in person["closeCollaborators"]["edges"]:
        print(f"  {edge['paperCount']} joint papers with {edge['node']['name']}")
    for paper in person["papers"]["nodes"]:
        print(f"  {paper['year']} {paper['title']} ({paper['citationCount']} citations)")


if __name__ == "__main__":
    main()
