"""How it is told on the command line why an id names what it names, and what speaks for two being one."""

from rich.table import Column, Table

from byline.commands.manners import out
from byline.questions_told import percent
from loaders.curation.compare import Comparison
from loaders.curation.explain import Explanation

SHOWN = 5
"""How many pieces of evidence a list shows; --json has all."""


def tell_explanation(told: Explanation) -> None:
    """Print what an id names: its records, the rule for each, the evidence."""
    subject = told.subject
    out.print(f"{subject.name}\n{subject.id}, a {subject.kind}")
    if subject.ids:
        out.print(f"ids: {', '.join(subject.ids)}")
    if subject.retired:
        out.print(f"once also: {', '.join(subject.retired)}")
    table = Table(*(Column(name, overflow="fold") for name in ("record", "says", "rule", "evidence")))
    for one in told.parts:
        lost = [f"states {each}, which another holds" for each in one.lost]
        table.add_row(one.where, one.says, one.rule, "\n".join((*one.evidence, *lost)))
    out.print(table)


def tell_comparison(told: Comparison) -> None:
    """Print what speaks for two being one, and what against."""
    for subject in (told.one, told.other):
        out.print(f"{subject.id}  {subject.name}")
    if told.one.id == told.other.id:
        out.print("They are one.")
    if told.probability is not None:
        out.print(
            f"By what stands beside their names {percent(told.probability)} likely to be one; ids are not looked at."
        )
    for what, lines in (("for their being one", told.speaks_for), ("against it", told.speaks_against)):
        out.print(f"{what}:" if lines else f"{what}: nothing")
        for line in lines[:SHOWN]:
            out.print(f"  {line}", soft_wrap=True)
        if len(lines) > SHOWN:
            out.print(f"  and {len(lines) - SHOWN:,} more: --json has all")
