"""How open questions about who is who are told on the command line, and that there are none.

Lines are never folded here, so that an id stays whole on a narrow terminal too and can be copied.
"""

from collections.abc import Sequence

from byline.commands.manners import out
from loaders.curation.question import DOUBTS, Doubt, Question

SURE = 0.99
SHOWN = 5
"""How many pieces of evidence a line shows; --json has all."""


def list_questions(questions: Sequence[Question]) -> None:
    """Print questions, each with what it may be one with."""
    for one in questions:
        lines = [f"{one.id}  {one.name}", f"  {one.why}"] if one.why else [f"{one.id}  {one.name}"]
        lines += ["  may be one with:"] if one.candidates else []
        lines += [
            f"    {each.id}  {each.name}{_likely(each.probability)}{_because(each.evidence)}" for each in one.candidates
        ]
        out.print("\n".join(lines), soft_wrap=True)


def nothing_open(about: Doubt, *, further: bool) -> str:
    """Return what to say where nothing, or nothing `further`, is open about some things; of others nothing is known."""
    # the others are not counted: each is a scan of all records or things
    *others, last = (one for one in DOUBTS if one != about)
    more = "Nothing more is open" if further else "Nothing is open"
    return f"{more} about {about}. What else may be: --about {', '.join(others)} or {last}."


def percent(probability: float) -> str:
    """Return a probability as it may be said: nobody measured what is nearer to certain."""
    if probability > SURE:
        return f"over {SURE:.0%}"
    return f"{probability:.0%}" if probability >= 1 - SURE else f"under {1 - SURE:.0%}"


def _likely(probability: float | None) -> str:
    return "" if probability is None else f", {percent(probability)} likely"


def _because(evidence: Sequence[str]) -> str:
    return f": {'; '.join(evidence[:SHOWN])}" if evidence else ""
