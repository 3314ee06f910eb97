"""`byline classify`: predict topics of papers that have no topics, and report how accurate the predictions are."""

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

SchemeOption = Annotated[
    str | None,
    typer.Option("--topics", help="Topic scheme to learn, such as arxiv. Default: the scheme with the most papers."),
]
ScoreOption = Annotated[
    float, typer.Option("--min-score", min=0.05, max=1.0, help="Minimum score (probability) of an assigned topic.")
]
PapersOption = Annotated[
    int, typer.Option("--papers", min=1, help="Maximum number of training papers; 100,000 take 300 MB of memory.")
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Measure and report the changes without writing them.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")]


@app.command("classify", epilog="Example: byline classify --topics arxiv --dry-run")
def command(
    *,
    topics: SchemeOption = None,
    min_score: ScoreOption = 0.7,
    papers: PapersOption = 100_000,
    dry_run: DryOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train on papers with source-assigned topics, and assign topics to papers that have no topics.

    A tenth of these papers is held out to measure the accuracy. Assigned topics have a score and the source `byline`;
    `byline unload byline` removes them. A second run writes only the differences. See docs/classify.md for the
    data to load first and the limits of the method.
    """
    classify(ClassifyRequest(topics, min_score, papers, dry_run), as_json=as_json)


class ClassifyRequest(NamedTuple):
    """Options: topic scheme, minimum score, and maximum number of training papers; `dry`: True to write nothing."""

    scheme: str | None
    threshold: float
    papers: int
    dry: bool


def classify(request: ClassifyRequest, *, as_json: bool) -> None:
    """Classify and print the report. Raises typer.Exit if scikit-learn is missing or there are too few training
    papers.
    """
    if find_spec("sklearn") is None:
        raise fail(
            "byline classify requires scikit-learn, which is not installed. Install it with:\n"
            f"  {sys.executable} -m pip install 'byline[classify]'"
        )

    outcome = run_with_graph(lambda graph: _classify(graph, request))
    if as_json:
        out.print_json(msgspec.json.encode(outcome).decode())
    else:
        report(outcome)


async def _classify(graph: Graph, request: ClassifyRequest) -> "Outcome":
    from loaders.classify import pipeline  # noqa: PLC0415 scikit-learn is optional

    await (pending(graph) if request.dry else migrate(graph))
    options = pipeline.ClassifyOptions(
        request.scheme, request.threshold, request.papers, request.dry, __version__, print_status
    )
    try:
        return await pipeline.classify(graph, options)
    except SourceFileError as error:
        raise fail(str(error)) from None


MAX_TOPICS_SHOWN = 10
"""Maximum number of topics printed; --json has all."""
MIN_TOPIC_PAPERS = 10
"""Minimum number of held-out papers of a topic listed among the worst; the precision of fewer papers is unreliable."""
MIN_KNOWN_SHARE = 0.6
"""Warn if the share of known words in papers without topics is below this fraction of that in held-out papers."""


def report(outcome: "Outcome") -> None:
    """Print the accuracy on held-out papers, then the result for the papers without topics."""
    out.print(_accuracy_table(outcome))
    out.print(_calibration_table(outcome.figures))
    out.print(_worst_topics_table(outcome.figures))
    out.print(_assigned_topics_table(outcome))
    known_word_share = outcome.known_unlabelled
    if known_word_share is not None and known_word_share < MIN_KNOWN_SHARE * outcome.known_held_out:
        print_status(
            f"The model knows only {known_word_share:.0%} of the words in papers without topics, compared with "
            f"{outcome.known_held_out:.0%} in held-out papers. These papers are from other fields or have longer "
            "abstracts, so the measured accuracy may not apply. Load papers with topics from their fields."
        )
    if outcome.dry:
        print_status("Nothing was written.")


def _accuracy_table(outcome: "Outcome") -> Table:
    figures = outcome.figures
    table = _table(f"{outcome.scheme}: measured on {figures.papers:,} held-out papers")
    part = "" if outcome.used == outcome.labelled else f", {outcome.used:,} of them used"
    table.add_row("papers with topics", f"{outcome.labelled:,}", f"from sources{part}")
    table.add_row("topics learned", f"{figures.topics:,}", "topics too rare to learn count as missed")
    table.add_row("top 1 accuracy", f"{figures.first:.1%}", f"baseline, most frequent topic: {figures.guess:.1%}")
    table.add_row("top 3 accuracy", f"{figures.among_three:.1%}", "")
    scope = f"with a score of at least {figures.threshold:g}"
    table.add_row("precision", _percent(figures.precision), f"share of correct topics among those {scope}")
    table.add_row("recall", f"{figures.recall:.1%}", "share of source-assigned topics that are predicted")
    table.add_row("papers with a topic", f"{figures.covered:.1%}", f"share of papers with a topic {scope}")
    table.add_row("F1, micro", f"{figures.micro_f1:.3f}", "over all topics together")
    table.add_row("F1, macro", f"{figures.macro_f1:.3f}", "mean over topics")
    return table


def _calibration_table(figures: "Metrics") -> Table:
    table = Table("score", "topics", "mean score", "share correct", title="Calibration of scores", title_justify="left")
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


def _worst_topics_table(figures: "Metrics") -> Table:
    table = Table("topic", "held-out papers", "precision", "recall", title="Worst topics", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for topic_figures in [
        topic_figures for topic_figures in figures.per_topic if topic_figures.papers >= MIN_TOPIC_PAPERS
    ][:MAX_TOPICS_SHOWN]:
        table.add_row(
            topic_figures.topic,
            f"{topic_figures.papers:,}",
            _percent(topic_figures.precision),
            f"{topic_figures.recall:.1%}",
        )
    return table


def _assigned_topics_table(outcome: "Outcome") -> Table:
    table = _table("dry run" if outcome.dry else "classified")
    table.add_row("papers without topics", f"{outcome.unlabelled:,}", "no source assigns topics to them")
    summary = f"{outcome.new:,} new, {outcome.changed:,} changed, {outcome.unchanged:,} unchanged"
    table.add_row("topics assigned", f"{outcome.classified:,}", summary)
    table.add_row("topics removed", f"{outcome.removed:,}", "score too low, or a source assigns topics")
    if outcome.without_id:
        table.add_row(
            "skipped", f"{outcome.without_id:,}", "without an external ID that identifies them in a later run"
        )
    held_out = {topic_figures.topic: topic_figures for topic_figures in outcome.figures.per_topic}
    for topic, count in list(outcome.topics.items())[:MAX_TOPICS_SHOWN]:
        precision = _percent(held_out[topic].precision)
        table.add_row(f"  {topic}", f"{count:,}", f"precision {precision} on held-out papers")
    if len(outcome.topics) > MAX_TOPICS_SHOWN:
        table.add_row(f"  and {len(outcome.topics) - MAX_TOPICS_SHOWN:,} more", "", "--json lists all")
    return table


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    return table


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
