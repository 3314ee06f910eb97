"""What `byline identity` does: asks the loaders, and says what came of it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
from rich.table import Table

from byline.commands.manners import fail, on_graph, out, say
from byline.settings import settled
from cypher.migrate import migrate
from cypher.run import Graph
from loaders.curation import compare as comparing
from loaders.curation import decide
from loaders.curation import explain as explaining
from loaders.curation import review as reviewing
from loaders.curation.compare import Comparison
from loaders.curation.decide import Curator
from loaders.curation.explain import Explanation
from loaders.curation.log import decisions
from loaders.curation.subject import CurationError
from loaders.parts import Anchor
from loaders.record import DecisionRecord
from loaders.statement import encoded

T = TypeVar("T")
SURE = 0.99
SHOWN = 5
"""How many records, names or pieces of evidence a line or list shows; --json has all."""


def curator(by: str | None, why: str) -> Curator:
    """Return who decides: as said, else by the setting, else who is signed in to this machine."""
    return Curator(by or settled().decides, why)


def merge(one: str, other: str, who: Curator, *, as_json: bool) -> None:
    """Join two things or people, and say so."""
    decision = _decided(lambda graph: decide.merge(graph, one, other, who))
    _tell(decision, f"{decision.was[1]} leads to {decision.was[0]} from now on.", as_json=as_json)


def split(identifier: str, away: Sequence[str], who: Curator, *, as_json: bool) -> None:
    """Part a thing or person, and say so."""
    decision = _decided(lambda graph: decide.split(graph, identifier, away, who))
    _tell(decision, f"Not of {decision.was[0]} any more: {_side(decision.one)}.", as_json=as_json)


def undo(key: str, who: Curator, *, as_json: bool) -> None:
    """Take a decision back, and say so."""
    decision = _decided(lambda graph: decide.undo(graph, key, who))
    _tell(decision, f"{key} counts no more.", as_json=as_json)


def log(after: str | None, limit: int, *, as_json: bool) -> None:
    """List decisions."""
    found = on_graph(lambda graph: decisions(graph, after, limit), migrated=True)
    if as_json:
        for one in found:
            out.print(encoded(one).decode(), soft_wrap=True)
        return
    table = Table("decision", "when", "who", "what", "why")
    for one in found:
        undone = f"\ntaken back {one.undone.at} by {one.undone.by}: {one.undone.why}" if one.undone else ""
        table.add_row(one.key, one.at, one.by, _what(one), one.why + undone)
    out.print(table)
    if len(found) == limit:
        say(f"There may be more: --after {found[-1].key}")


def explain(identifier: str, other: str | None, *, as_json: bool) -> None:
    """Say why an id names what it names, or what speaks for two being one."""
    if other is not None:
        compared = _asked(lambda graph: comparing.compare(graph, identifier, other))
        if as_json:
            _as_json(compared)
        else:
            _compared(compared)
        return
    told = _asked(lambda graph: explaining.explain(graph, identifier))
    if as_json:
        _as_json(told)
    else:
        _explained(told)


def review(about: reviewing.Doubt, after: str | None, limit: int, *, as_json: bool) -> None:
    """List open questions."""
    found = _asked(lambda graph: reviewing.review(graph, about, after or "", limit))
    if as_json:
        for one in found:
            _as_json(one)
        return
    if not found:
        say("Nothing more is open." if after else "Nothing is open.")
        return
    table = Table("id", "name", "may be one with", "why it is open", show_lines=True)
    for one in found:
        others = [
            f"{each.id} {each.name}{_likely(each.probability)}{_because(each.evidence)}" for each in one.candidates
        ]
        table.add_row(one.id, one.name, "\n".join(others), one.why)
    out.print(table)
    if len(found) == limit:
        say(f"There may be more: --after '{found[-1].cursor}'")
    say("byline identity explain ID OTHER tells more; merge and split decide.")


def _explained(told: Explanation) -> None:
    subject = told.subject
    out.print(f"{subject.name}\n{subject.id}, a {subject.kind}")
    if subject.ids:
        out.print(f"ids: {', '.join(subject.ids)}")
    if subject.retired:
        out.print(f"once also: {', '.join(subject.retired)}")
    table = Table("record", "says", "rule", "evidence")
    for one in told.parts:
        lost = [f"states {each}, which another holds" for each in one.lost]
        table.add_row(one.where, one.says, one.rule, "\n".join((*one.evidence, *lost)))
    out.print(table)
    _decisions(told.decisions)


def _compared(told: Comparison) -> None:
    for subject in (told.one, told.other):
        out.print(f"{subject.id}  {subject.name}")
    if told.one.id == told.other.id:
        out.print("They are one.")
    if told.probability is not None:
        out.print(
            f"By what stands beside their names {_percent(told.probability)} likely to be one; ids are not looked at."
        )
    for what, lines in (("for their being one", told.speaks_for), ("against it", told.speaks_against)):
        out.print(f"{what}:" if lines else f"{what}: nothing")
        for line in lines[:SHOWN]:
            out.print(f"  {line}", soft_wrap=True)
        if len(lines) > SHOWN:
            out.print(f"  and {len(lines) - SHOWN:,} more: --json has all")
    _decisions(told.decisions)


def _decisions(found: Sequence[DecisionRecord]) -> None:
    for one in found:
        undone = f" (taken back {one.undone.at} by {one.undone.by})" if one.undone else ""
        out.print(f"{one.key}: {one.by} said on {one.at}: {_what(one)}. {one.why}{undone}", soft_wrap=True)


def _what(decision: DecisionRecord) -> str:
    sides = [_side(anchors) for anchors in (decision.one, decision.other)]
    if decision.verdict == "same":
        return f"{sides[0]} and {sides[1]} are one {decision.about}"
    return f"{sides[0]} {'is' if len(decision.one) == 1 else 'are'} not of the {decision.about} of {sides[1]}"


def _side(anchors: Sequence[Anchor]) -> str:
    names = list(dict.fromkeys(map(_named, anchors)))
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _named(anchor: Anchor) -> str:
    return anchor.id or f"{anchor.source}:{anchor.key}" + (f" ({anchor.name})" if anchor.name else "")


def _likely(probability: float | None) -> str:
    return "" if probability is None else f", {_percent(probability)} likely"


def _percent(probability: float) -> str:
    """Return a probability as it may be said: nobody measured what is nearer to certain."""
    if probability > SURE:
        return f"over {SURE:.0%}"
    return f"{probability:.0%}" if probability >= 1 - SURE else f"under {1 - SURE:.0%}"


def _because(evidence: Sequence[str]) -> str:
    return f": {'; '.join(evidence[:SHOWN])}" if evidence else ""


def _decided(work: Callable[[Graph], Awaitable[DecisionRecord]]) -> DecisionRecord:
    async def over(graph: Graph) -> DecisionRecord:
        await migrate(graph)
        return await work(graph)

    try:
        return on_graph(over)
    except CurationError as error:
        raise fail(str(error)) from None


def _asked(work: Callable[[Graph], Awaitable[T]]) -> T:
    try:
        return on_graph(work, migrated=True)
    except CurationError as error:
        raise fail(str(error)) from None


def _tell(decision: DecisionRecord, said: str, *, as_json: bool) -> None:
    if as_json:
        out.print(encoded(decision).decode(), soft_wrap=True)
        return
    out.print(f"{decision.key}: {_what(decision)}.\n{said}", soft_wrap=True)
    if decision.undone is None:
        out.print(f"Taken back with: byline identity undo {decision.key} --why ...", soft_wrap=True)


def _as_json(told: object) -> None:
    out.print(msgspec.json.encode(told).decode(), soft_wrap=True)
