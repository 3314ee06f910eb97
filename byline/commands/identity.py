"""`byline identity`: who is who, as people decide it."""

from typing import Annotated, Literal

import typer

from byline.commands.manners import fail

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Who is who and what is what: join, part, take back, and see why. Decisions outlive every load.",
    epilog="Example: byline identity explain orcid:0000-0002-1825-0097",
)

MOST = 1000
"""Questions in one table."""
Id = Annotated[str, typer.Argument(metavar="ID", help="A Byline id (r_01H...), or an outside one (doi:10.1000/182).")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other id.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for whoever reads the log.")]
By = Annotated[
    str | None,
    typer.Option("--by", help="Who decides; BYLINE_CURATOR, or who is signed in, unless said.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="The answer as JSON.")]
Away = Annotated[
    list[str],
    typer.Option("--record", help="A record that is not of it: source:key, or a paper's id. May be given again."),
]
After = Annotated[str | None, typer.Option("--after", help="Go on behind this cursor.", show_default=False)]
Limit = Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many at most.")]
LogLimit = Annotated[
    int | None,
    typer.Option("--limit", min=1, help="How many at most: 100, or with --json all, unless said.", show_default=False),
]
About = Annotated[
    Literal["people", "papers", "venues", "volumes", "institutions", "funders", "ids"],
    typer.Option("--about", help="What is uncertain of what."),
]


@app.command(epilog="Example: byline identity merge r_01H... r_01J... --why 'one ORCID iD on her page'")
def merge(one: Id, other: Other, why: Why, by: By = None, *, as_json: Json = False) -> None:
    """Say that two ids name one paper, person, institution, funder, venue or volume. Both resolve for ever."""
    from byline import curating  # noqa: PLC0415 help must not pay half a second for driver and loaders

    curating.merge(one, other, curating.curator(by, why), as_json=as_json)


@app.command(epilog="Example: byline identity part r_01H... r_01J... --why 'namesakes in Leeds and Lyon'")
def part(one: Id, other: Other, why: Why, by: By = None, *, as_json: Json = False) -> None:
    """Say that two ids, which name two things or people, do not name one: review asks no more, no rule joins them."""
    from byline import curating  # noqa: PLC0415 as above

    curating.part(one, other, curating.curator(by, why), as_json=as_json)


@app.command(epilog="Example: byline identity split r_01H... --record acl:P17-1001 --why 'a namesake in Leeds'")
def split(identifier: Id, record: Away, why: Why, by: By = None, *, as_json: Json = False) -> None:
    """Say that some records are not of this thing or person, but of one other. The rest keeps the id."""
    from byline import curating  # noqa: PLC0415 as above

    curating.split(identifier, record, curating.curator(by, why), as_json=as_json)


@app.command(epilog="Example: byline identity undo d_01H... --why 'they are two after all'")
def undo(
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Its key, as the log shows it.")],
    why: Why,
    by: By = None,
    *,
    as_json: Json = False,
) -> None:
    """Take a decision back: what it joined is parted again, each with the id that it had."""
    from byline import curating  # noqa: PLC0415 as above

    curating.undo(decision, curating.curator(by, why), as_json=as_json)


@app.command(
    epilog="Example: byline identity log --json > decisions.jsonl   (byline load curator takes them elsewhere)"
)
def log(after: After = None, limit: LogLimit = None, *, as_json: Json = False) -> None:
    """List decisions, the latest first: what, who, when, why, and whether they were taken back."""
    from byline import curating  # noqa: PLC0415 as above

    curating.log(after, limit, as_json=as_json)


@app.command(epilog="Example: byline identity explain acl:P17-1001")
def explain(
    identifier: Id,
    other: Annotated[
        str | None, typer.Argument(metavar="OTHER", help="Compare with this one.", show_default=False)
    ] = None,
    *,
    as_json: Json = False,
) -> None:
    """Say why an id names what it names: its records, the rule for each, the evidence; or why two are not one."""
    from byline import curating  # noqa: PLC0415 as above

    curating.explain(identifier, other, as_json=as_json)


@app.command(epilog="Example: byline identity review --about papers --limit 20")
def review(about: About = "people", after: After = None, limit: Limit = 20, *, as_json: Json = False) -> None:
    """List what is left apart for being uncertain: people who may be several, things of one name, disputed ids."""
    from byline import curating  # noqa: PLC0415 as above

    if limit > MOST and not as_json:
        raise fail(f"A table shows {MOST} at most. Use --json for more.", code=2)
    curating.review(about, after, limit, as_json=as_json)
