"""What `byline classify` says at its end: how good the topics are, and what was given."""

from rich.table import Table

from byline.commands.manners import out, say
from loaders.classify.measure import Figures
from loaders.classify.run import Outcome

SHOWN = 10
"""Topics that are listed; --json has all."""
FEW = 10
"""Held-out papers that a topic needs to stand among the worst: fewer say little."""
STRANGE = 0.6
"""Where the papers without topics share so much less of their words with the learned ones, they are of other fields."""


def report(outcome: Outcome) -> None:
    """Print the figures of the held-out papers, then what became of the papers without topics."""
    out.print(_measured(outcome))
    out.print(_reliability(outcome.figures))
    out.print(_worst(outcome.figures))
    out.print(_given(outcome))
    known = outcome.known_unfiled
    if known is not None and known < STRANGE * outcome.known_held_out:
        say(
            f"The papers without topics use other words than those that were learned: {known:.0%} of theirs are known, "
            f"{outcome.known_held_out:.0%} of the held-out papers'. They are of other fields or have longer abstracts, "
            "and the figures of the held-out papers need not hold for them. Load papers of their fields with topics."
        )
    if outcome.dry:
        say("Nothing was written.")


def _measured(outcome: Outcome) -> Table:
    figures = outcome.figures
    table = _table(f"{outcome.scheme}: measured on {figures.papers:,} held-out papers")
    part = "" if outcome.used == outcome.labelled else f", {outcome.used:,} of them used"
    table.add_row("papers with topics", f"{outcome.labelled:,}", f"from sources{part}")
    table.add_row("topics learned", f"{figures.topics:,}", "rarer ones count as missed")
    table.add_row("likeliest is right", f"{figures.first:.1%}", f"the commonest topic alone: {figures.guess:.1%}")
    table.add_row("one of three is right", f"{figures.among_three:.1%}", "")
    at = f"of the topics with a score of {figures.threshold:g} or more"
    table.add_row("precision", _percent(figures.precision), f"right ones {at}")
    table.add_row("recall", f"{figures.recall:.1%}", "given ones of those that sources give")
    table.add_row("papers with a topic", f"{figures.covered:.1%}", "with such a score")
    table.add_row("F1, micro", f"{figures.micro_f1:.3f}", "over all topics together")
    table.add_row("F1, macro", f"{figures.macro_f1:.3f}", "each topic alike")
    return table


def _reliability(figures: Figures) -> Table:
    table = Table(
        "score", "how many", "on average", "of them right", title="Is a score what it says?", title_justify="left"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for one in figures.bins:
        table.add_row(f"{one.low:g} to {one.high:g}", f"{one.scores:,}", _percent(one.said), _percent(one.right))
    return table


def _worst(figures: Figures) -> Table:
    table = Table("topic", "held-out papers", "precision", "recall", title="Worst topics", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for one in [one for one in figures.each if one.papers >= FEW][:SHOWN]:
        table.add_row(one.topic, f"{one.papers:,}", _percent(one.precision), f"{one.recall:.1%}")
    return table


def _given(outcome: Outcome) -> Table:
    table = _table("what classifying would do" if outcome.dry else "classified")
    table.add_row("papers without topics", f"{outcome.unfiled:,}", "no source gives them any")
    told = f"{outcome.new:,} new, {outcome.changed:,} changed, {outcome.unchanged:,} as before"
    table.add_row("given topics", f"{outcome.classified:,}", told)
    table.add_row("taken back", f"{outcome.removed:,}", "not likely enough any more, or a source gives some now")
    if outcome.unnamed:
        table.add_row("left alone", f"{outcome.unnamed:,}", "without an outside id by which to find them again")
    held_out = {one.topic: one for one in outcome.figures.each}
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
