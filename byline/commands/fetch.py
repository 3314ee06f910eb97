"""`byline fetch`: bring what a service says into files that `byline load` reads."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path

app = typer.Typer(add_completion=False)

NAMES = "openalex, crossref, arxiv, arxiv-oai, orcid, s2, ror, datacite"
Name = Annotated[str, typer.Argument(metavar="SERVICE", help=f"One of {NAMES}.")]
Filter = Annotated[
    str | None,
    typer.Option("--filter", metavar="TEXT", help="What is wanted, in the service's own terms (docs/fetching.md)."),
]
Ids = Annotated[
    Path | None,
    typer.Option(
        "--ids", parser=path, metavar="FILE", help="A file of DOIs or other ids, one a line; - is standard input."
    ),
]
Params = Annotated[
    list[str] | None,
    typer.Option(
        "--param", metavar="NAME=VALUE", help="A further parameter of the service; may be given several times."
    ),
]
Entity = Annotated[
    str | None, typer.Option("--entity", help="For openalex: works (unless said), authors, institutions, ...")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", parser=path, metavar="DIR", help="The folder to write to; unless given, standard output."
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="At most so many records, with those that are there.")
]
Minutes = Annotated[float | None, typer.Option("--minutes", min=0, help="Stop in order after so long.")]
Megabytes = Annotated[float | None, typer.Option("--megabytes", min=0, help="Stop in order after answers of so much.")]
Address = Annotated[str | None, typer.Option("--address", help="Where the service is, if not where it says: a mirror.")]
Pace = Annotated[
    float | None,
    typer.Option("--pace", min=0, metavar="SECONDS", help="Between two requests, if longer than the service asks for."),
]
Refresh = Annotated[
    bool, typer.Option("--refresh", help="Ask anew for all that is there; what has not changed is not sent again.")
]
Json = Annotated[bool, typer.Option("--json", help="The summary as JSON.")]
EPILOG = "Example: byline fetch openalex --filter institutions.ror:03jdj4y14 -o mine && byline load openalex mine"


@app.command("fetch", epilog=EPILOG)
def command(  # noqa: PLR0913 each is an option that a person may give
    service: Name,
    *,
    text: Filter = None,
    ids: Ids = None,
    params: Params = None,
    entity: Entity = None,
    output: Output = None,
    limit: Limit = None,
    minutes: Minutes = None,
    megabytes: Megabytes = None,
    address: Address = None,
    pace: Pace = None,
    refresh: Refresh = False,
    as_json: Json = False,
) -> None:
    """Fetch what a service knows. Killed at any moment, the same command goes on: nothing twice, nothing lost."""
    from byline import fetching  # noqa: PLC0415 help must not pay a third of a second for the HTTP client

    asked = fetching.Asked(service, text, ids, tuple(params or ()), entity, output, address, pace, refresh)
    fetching.fetch(asked, fetching.Most(limit, minutes, megabytes), as_json=as_json)
