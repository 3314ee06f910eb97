"""What `byline identity` does: asks the loaders, and says what came of it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec

from byline.commands.manners import fail, on_graph, out, say
from byline.decisions_told import in_words, list_decisions, side, so_now
from byline.explanations_told import tell_comparison, tell_explanation
from byline.questions_told import list_questions, nothing_open
from byline.settings import settled
from cypher.migrate import migrate
from cypher.run import Graph
from loaders.curation import compare as comparing
from loaders.curation import decide
from loaders.curation import explain as explaining
from loaders.curation.decide import Curator
from loaders.curation.log import decisions
from loaders.curation.question import Doubt
from loaders.curation.review import review as open_questions
from loaders.curation.standing import Standing, standings
from loaders.curation.subject import CurationError
from loaders.records.record import DecisionRecord
from loaders.records.statement import encoded

T = TypeVar("T")
LISTED = 100
"""So many decisions are listed for a person, unless said."""
PAGE = 1000
"""Decisions that are asked for at once."""


def curator(by: str | None, why: str) -> Curator:
    """Return who decides: as said, else by the setting, else who is signed in to this machine."""
    return Curator(by or settled().decides, why)


def merge(one: str, other: str, who: Curator, *, as_json: bool) -> None:
    """Join two things or people, and say so."""
    decision = _decided(lambda graph: decide.merge(graph, one, other, who))
    _tell(decision, f"{decision.was[1]} leads to {decision.was[0]} from now on.", as_json=as_json)


def part(one: str, other: str, who: Curator, *, as_json: bool) -> None:
    """Say of two things or people that they are not one."""
    decision = _decided(lambda graph: decide.part(graph, one, other, who))
    _tell(decision, f"{decision.was[0]} and {decision.was[1]} stay two.", as_json=as_json)


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


def log(after: str | None, limit: int | None, *, as_json: bool) -> None:
    """List decisions: for a person some, as JSON all, unless said."""
    if as_json:
        _asked(lambda graph: _log_as_json(graph, after, limit))
        return
    most = limit or LISTED
    found, stands = _asked(lambda graph: _standing(graph, decisions(graph, after, most), lambda log: log))
    if not found:
        say(f"No decision is before {after}." if after else "Nobody has decided anything.")
    list_decisions(found, stands)
    if len(found) == most:
        say(f"There may be more: --after {found[-1].key}")


async def _log_as_json(graph: Graph, after: str | None, limit: int | None) -> None:
    """Print decisions page by page: all, or as many as are asked for."""
    left = limit
    while left != 0:
        found = await decisions(graph, after, PAGE if left is None else min(left, PAGE))
        for one in found:
            out.print(encoded(one).decode(), soft_wrap=True)
        if not found:
            return
        after = found[-1].key
        left = None if left is None else left - len(found)
    say(f"There may be more: --after {after}")


def explain(identifier: str, other: str | None, *, as_json: bool) -> None:
    """Say why an id names what it names, or what speaks for two being one."""
    if other is not None:
        compared, stands = _asked(
            lambda graph: _standing(graph, comparing.compare(graph, identifier, other), lambda one: one.decisions)
        )
        if as_json:
            _as_json(compared)
        else:
            tell_comparison(compared)
            list_decisions(compared.decisions, stands)
        return
    explained, stands = _asked(
        lambda graph: _standing(graph, explaining.explain(graph, identifier), lambda one: one.decisions)
    )
    if as_json:
        _as_json(explained)
    else:
        tell_explanation(explained)
        list_decisions(explained.decisions, stands)


def review(about: Doubt, after: str | None, limit: int, *, as_json: bool) -> None:
    """List open questions."""
    found = _asked(lambda graph: open_questions(graph, about, after or "", limit))
    if as_json:
        for one in found:
            _as_json(one)
        if len(found) == limit:
            say(f"There may be more: --after '{found[-1].cursor}'")
        return
    if not found:
        say(nothing_open(about, further=bool(after)))
        return
    list_questions(found)
    if len(found) == limit:
        say(f"There may be more: --after '{found[-1].cursor}'")
    say("byline identity explain ID OTHER tells more; merge, part and split decide.")


async def _standing(
    graph: Graph, asked: Awaitable[T], of: Callable[[T], Sequence[DecisionRecord]]
) -> tuple[T, dict[str, Standing]]:
    """Return an answer, and how the graph stands to its decisions. Raises CurationError, or a GraphError."""
    answer = await asked
    return answer, await standings(graph, of(answer))


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
