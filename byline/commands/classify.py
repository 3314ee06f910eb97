"""`byline classify`: topics for papers that no source gave any, with how often such topics are right."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)

Scheme = Annotated[
    str | None,
    typer.Option("--topics", help="The scheme to learn, such as arxiv; unless said, the one with most papers."),
]
Score = Annotated[
    float, typer.Option("--min-score", min=0.05, max=1.0, help="The score that a topic needs: how likely it is right.")
]
Papers = Annotated[
    int, typer.Option("--papers", min=1, help="Papers to learn from at most; each 100,000 take 300 MB of memory.")
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Write nothing; measure, and say what would change.")]
Json = Annotated[bool, typer.Option("--json", help="All figures as JSON.")]


@app.command("classify", epilog="Example: byline classify --topics arxiv --dry-run")
def command(
    *,
    topics: Scheme = None,
    min_score: Score = 0.7,
    papers: Papers = 100_000,
    dry_run: Dry = False,
    as_json: Json = False,
) -> None:
    """Learn topics from the papers that sources gave some, measure that on a tenth of them, and give the rest theirs.

    They have a score and the source byline; `byline unload byline` takes them all back. Running it again changes only
    what changed. docs/classify.md says what to load first and how far to believe it.
    """
    from byline.classifying import Asked, classify  # noqa: PLC0415 help must not pay half a second for the driver

    classify(Asked(topics, min_score, papers, dry_run), as_json=as_json)
