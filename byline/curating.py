"""What `byline identity` does: asks the loaders, and says what came of it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
from rich.table import Column, Table

from byline.commands.manners import fail, on_graph, out, say
from byline.decisions_told import in_words, list_decisions, side, so_now
from byline.questions_told import list_questions, nothing_open, percent
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
from loaders.curation.standing import overruled
from loaders.curation.subject import CurationError
from loaders.records.record import DecisionRecord
from loaders.records.statement import encoded

T = TypeVar("T")
SHOWN = 5
"""How many pieces of evidence a list shows; --json has all."""


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
    _tell(decision, f"Not of {decision.was[0]} any more: {side(decision.one)}.", as_json=as_json)


def undo(key: str, who: Curator, *, as_json: bool) -> None:
    """Take a decision back, and say so."""

    async def undone(graph: Graph) -> tuple[DecisionRecord, str]:
        decision = await decide.undo(graph, key, who)
        return decision, await so_now(graph, decision)

    decision, now = _decided(undone)
    _tell(decision, f"{key} counts no more. {now}", as_json=as_json)


def log(after: str | None, limit: int, *, as_json: bool) -> None:
    """List decisions."""
    found, void = _asked(lambda graph: _standing(graph, decisions(graph, after, limit), lambda log: log))
    if as_json:
        for one in found:
            out.print(encoded(one).decode(), soft_wrap=True)
        return
    list_decisions(found, void)
    if len(found) == limit:
        say(f"There may be more: --after {found[-1].key}")


def explain(identifier: str, other: str | None, *, as_json: bool) -> None:
    """Say why an id names what it names, or what speaks for two being one."""
    if other is not None:
        compared, void = _asked(
            lambda graph: _standing(graph, comparing.compare(graph, identifier, other), lambda one: one.decisions)
        )
        if as_json:
            _as_json(compared)
        else:
            _compared(compared)
            list_decisions(compared.decisions, void)
        return
    explained, void = _asked(
        lambda graph: _standing(graph, explaining.explain(graph, identifier), lambda one: one.decisions)
    )
    if as_json:
        _as_json(explained)
    else:
        _explained(explained)
        list_decisions(explained.decisions, void)


def review(about: reviewing.Doubt, after: str | None, limit: int, *, as_json: bool) -> None:
    """List open questions."""
    found = _asked(lambda graph: reviewing.review(graph, about, after or "", limit))
    if as_json:
        for one in found:
            _as_json(one)
        return
    if not found:
        say(nothing_open(about, further=bool(after)))
        return
    list_questions(found)
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
    table = Table(*(Column(name, overflow="fold") for name in ("record", "says", "rule", "evidence")))
    for one in told.parts:
        lost = [f"states {each}, which another holds" for each in one.lost]
        table.add_row(one.where, one.says, one.rule, "\n".join((*one.evidence, *lost)))
    out.print(table)


def _compared(told: Comparison) -> None:
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


async def _standing(
    graph: Graph, asked: Awaitable[T], of: Callable[[T], Sequence[DecisionRecord]]
) -> tuple[T, dict[str, str]]:
    """Return an answer, and which of its decisions do not count now. Raises CurationError, or a GraphError."""
    answer = await asked
    return answer, await overruled(graph, of(answer))


def _decided(work: Callable[[Graph], Awaitable[T]]) -> T:
    async def over(graph: Graph) -> T:
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
    out.print(f"{decision.key}: {in_words(decision)}.\n{said}", soft_wrap=True)
    if decision.undone is None:
        out.print(f"Taken back with: byline identity undo {decision.key} --why ...", soft_wrap=True)


def _as_json(told: object) -> None:
    out.print(msgspec.json.encode(told).decode(), soft_wrap=True)
