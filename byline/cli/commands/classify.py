"""`byline classify`: topics for papers that no source gave any, with how often such topics are right."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import typer
from rich.table import Table

from byline.cli.runtime import fail, out, print_status, run_with_graph
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending
from loaders.records.errors import SourceFileError
from resolvers.version import __version__

if TYPE_CHECKING:  # scikit-learn is optional
    from loaders.classify.evaluate import Metrics
    from loaders.classify.pipeline import Outcome

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
    classify(ClassifyRequest(topics, min_score, papers, dry_run), as_json=as_json)


class ClassifyRequest(NamedTuple):
    """What a person asks for: a scheme, the least score, papers to learn from at most, whether nothing is written."""

    scheme: str | None
    threshold: float
    papers: int
    dry: bool


def classify(request: ClassifyRequest, *, as_json: bool) -> None:
    """Classify and report. Raises typer.Exit where scikit-learn is not there, or there is too little to learn from."""
    if find_spec("sklearn") is None:
        raise fail(
            "byline classify needs scikit-learn, which is not installed. Install it with:\n"
            f"  {sys.executable} -m pip install 'byline[classify]'"
        )

    outcome = run_with_graph(lambda graph: _classify(graph, request))
    if as_json:
        out.print_json(msgspec.json.encode(outcome).decode())
    else:
        report(outcome)


async def _classify(graph: Graph, request: ClassifyRequest) -> "Outcome":
    from loaders.classify.pipeline import ClassifyOptions, classify  # noqa: PLC0415 scikit-learn is optional

    await (pending(graph) if request.dry else migrate(graph))
    options = ClassifyOptions(request.scheme, request.threshold, request.papers, request.dry, __version__, print_status)
    try:
        return await classify(graph, options)
    except SourceFileError as error:
        raise fail(str(error)) from None


SHOWN = 10
"""Topics that are listed; --json has all."""
FEW = 10
"""Held-out papers that a topic needs to stand among the worst: fewer say little."""
STRANGE = 0.6
"""Where the papers without topics share so much less of their words with the learned ones, they are of other fields."""


def report(outcome: "Outcome") -> None:
    """Print the figures of the held-out papers, then what became of the papers without topics."""
    out.print(_measured(outcome))
    out.print(_reliability(outcome.figures))
    out.print(_worst(outcome.figures))
    out.print(_assigned_topics_table(outcome))
    known = outcome.known_unfiled
    if known is not None and known < STRANGE * outcome.known_held_out:
        print_status(
            f"The papers without topics use other words than those that were learned: {known:.0%} of theirs are known, "
            f"{outcome.known_held_out:.0%} of the held-out papers'. They are of other fields or have longer abstracts, "
            "and the figures of the held-out papers need not hold for them. Load papers of their fields with topics."
        )
    if outcome.dry:
        print_status("Nothing was written.")


def _measured(outcome: "Outcome") -> Table:
    figures = outcome.figures
    table = _table(f"{outcome.scheme}: measured on {figures.papers:,} held-out papers")
    part = "" if outcome.used == outcome.labelled else f", {outcome.used:,} of them used"
    table.add_row("papers with topics", f"{outcome.labelled:,}", f"from sources{part}")
    table.add_row("topics learned", f"{figures.topics:,}", "rarer ones count as missed")
    table.add_row("likeliest is right", f"{figures.first:.1%}", f"the commonest topic alone: {figures.guess:.1%}")
    table.add_row("one of three is right", f"{figures.among_three:.1%}", "")
    scope = f"of the topics with a score of {figures.threshold:g} or more"
    table.add_row("precision", _percent(figures.precision), f"right ones {scope}")
    table.add_row("recall", f"{figures.recall:.1%}", "given ones of those that sources give")
    table.add_row("papers with a topic", f"{figures.covered:.1%}", "with such a score")
    table.add_row("F1, micro", f"{figures.micro_f1:.3f}", "over all topics together")
    table.add_row("F1, macro", f"{figures.macro_f1:.3f}", "each topic alike")
    return table


def _reliability(figures: "Metrics") -> Table:
    table = Table(
        "score", "how many", "on average", "of them right", title="Is a score what it says?", title_justify="left"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for score_bin in figures.bins:
        table.add_row(
            f"{score_bin.low:g} to {score_bin.high:g}",
            f"{score_bin.scores:,}",
            _percent(score_bin.mean_score),
            _percent(score_bin.right),
        )
    return table


def _worst(figures: "Metrics") -> Table:
    table = Table("topic", "held-out papers", "precision", "recall", title="Worst topics", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for topic_figures in [topic_figures for topic_figures in figures.per_topic if topic_figures.papers >= FEW][:SHOWN]:
        table.add_row(
            topic_figures.topic,
            f"{topic_figures.papers:,}",
            _percent(topic_figures.precision),
            f"{topic_figures.recall:.1%}",
        )
    return table


def _assigned_topics_table(outcome: "Outcome") -> Table:
    table = _table("what classifying would do" if outcome.dry else "classified")
    table.add_row("papers without topics", f"{outcome.unfiled:,}", "no source gives them any")
    summary = f"{outcome.new:,} new, {outcome.changed:,} changed, {outcome.unchanged:,} as before"
    table.add_row("given topics", f"{outcome.classified:,}", summary)
    table.add_row("taken back", f"{outcome.removed:,}", "not likely enough any more, or a source gives some now")
    if outcome.unnamed:
        table.add_row("left alone", f"{outcome.unnamed:,}", "without an outside id by which to find them again")
    held_out = {topic_figures.topic: topic_figures for topic_figures in outcome.figures.per_topic}
    for topic, count in list(outcome.topics.items())[:SHOWN]:
        right = _percent(held_out[topic].precision)
        table.add_row(f"  {topic}", f"{count:,}", f"right in {right} of the held-out papers that were given it")
    if len(outcome.topics) > SHOWN:
        table.add_row(f"  and {len(outcome.topics) - SHOWN:,} more", "", "--json lists all")
    return table


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    return table


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
