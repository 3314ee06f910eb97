"""`byline identity`: merge, separate and split entities, revoke decisions, and review uncertain cases."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal, TypeVar

import msgspec
import typer

from byline.cli.output.identity import (
    describe_effect_of_revocation,
    describe_empty_queue,
    format_decision,
    format_side,
    print_comparison,
    print_decisions,
    print_explanation,
    print_review_items,
)
from byline.cli.runtime import fail, out, print_status, run_with_graph
from byline.settings import load_settings
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.curation import compare as comparing
from loaders.curation import decisions as decide
from loaders.curation import explain as explaining
from loaders.curation.decision_log import decisions
from loaders.curation.decision_status import DecisionStatus, decision_statuses
from loaders.curation.decisions import Curator
from loaders.curation.entity_lookup import CurationError
from loaders.curation.resolved_questions import open_pair
from loaders.curation.review_item import ReviewCandidate, ReviewItem, ReviewItemKind
from loaders.curation.review_queue import review as review_items
from loaders.records.record import DecisionRecord
from loaders.records.serialization import encoded

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Manage identity decisions: merge, keep apart, split, revoke, explain, review. Decisions survive every load.",
    epilog="Example: byline identity explain orcid:0000-0002-1825-0097",
)

MAX_TABLE_ITEMS = 1000
"""Maximum number of review items in a table."""
Id = Annotated[str, typer.Argument(metavar="ID", help="Byline ID (r_01H...) or external ID (doi:10.1000/182).")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="ID of the second entity.")]
Reason = Annotated[str, typer.Option("--reason", help="Reason, shown in the log.")]
By = Annotated[
    str | None,
    typer.Option("--by", help="Curator. Default: BYLINE_CURATOR, else the system user.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
MovedRecords = Annotated[
    list[str],
    typer.Option("--record", help="Record to move away: source:key, or the ID of a paper; repeatable."),
]
After = Annotated[str | None, typer.Option("--after", help="Resume after this cursor.", show_default=False)]
Limit = Annotated[int, typer.Option("--limit", min=1, max=10_000, help="Maximum number of items.")]
LogLimit = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, help="Maximum number of decisions. Default: 100, or all with --json.", show_default=False
    ),
]
Interactive = Annotated[
    bool, typer.Option("--interactive", "-i", help="Ask about each pair: merge, keep apart, skip or quit.")
]
KindOption = Annotated[
    Literal["people", "namesakes", "papers", "venues", "volumes", "institutions", "funders", "ids"],
    typer.Option("--kind", help="Kind of review item."),
]


@app.command("merge", epilog="Example: byline identity merge r_01H... r_01J... --reason 'one ORCID iD on her page'")
def merge_command(first_id: Id, second_id: Other, why: Reason, by: By = None, *, as_json: Json = False) -> None:
    """Merge two papers, people, institutions, funders, venues or volumes.

    The retired ID redirects until the decision is revoked.
    """
    merge(first_id, second_id, curator(by, why), as_json=as_json)


@app.command(
    "keep-apart", epilog="Example: byline identity keep-apart r_01H... r_01J... --reason 'namesakes in Leeds and Lyon'"
)
def keep_apart_command(first_id: Id, second_id: Other, why: Reason, by: By = None, *, as_json: Json = False) -> None:
    """Keep two entities apart: no rule merges them, and the review queue omits them."""
    keep_apart(first_id, second_id, curator(by, why), as_json=as_json)


@app.command(
    "split", epilog="Example: byline identity split r_01H... --record acl:P17-1001 --reason 'a namesake in Leeds'"
)
def split_command(identifier: Id, record: MovedRecords, why: Reason, by: By = None, *, as_json: Json = False) -> None:
    """Move some records of an entity to a separate entity. The rest keeps the ID."""
    split(identifier, record, curator(by, why), as_json=as_json)


@app.command("revoke", epilog="Example: byline identity revoke d_01H... --reason 'different people'")
def revoke_command(
    decision: Annotated[
        str, typer.Argument(metavar="DECISION", help="Key of the decision, as printed by `byline identity log`.")
    ],
    why: Reason,
    by: By = None,
    *,
    as_json: Json = False,
) -> None:
    """Revoke a decision: entities that it merged are separated, each with its former ID."""
    revoke(decision, curator(by, why), as_json=as_json)


@app.command(
    "log",
    epilog="Example: byline identity log --json > decisions.jsonl   (import them elsewhere with: byline load curator)",
)
def log_command(after: After = None, limit: LogLimit = None, *, as_json: Json = False) -> None:
    """List decisions, newest first: content, curator, time, reason, and whether they are revoked."""
    log(after, limit, as_json=as_json)


@app.command("explain", epilog="Example: byline identity explain acl:P17-1001")
def explain_command(
    identifier: Id,
    other_id: Annotated[
        str | None, typer.Argument(metavar="OTHER", help="Compare with this entity.", show_default=False)
    ] = None,
    *,
    as_json: Json = False,
) -> None:
    """Explain an entity: its records with the match rule and evidence of each; or compare two entities."""
    explain(identifier, other_id, as_json=as_json)


@app.command("review", epilog="Example: byline identity review --kind namesakes --interactive")
def review_command(
    about: KindOption = "people",
    after: After = None,
    limit: Limit = 20,
    *,
    interactive: Interactive = False,
    as_json: Json = False,
) -> None:
    """List uncertain cases that stay separate: ambiguous people, entities with the same name, disputed IDs."""
    if interactive and (as_json or about == "ids"):
        option = "--json" if as_json else "--kind ids"
        raise fail(f"--interactive does not work with {option}: it asks about pairs of entities.", code=2)
    if limit > MAX_TABLE_ITEMS and not as_json:
        raise fail(f"--limit exceeds {MAX_TABLE_ITEMS}, the maximum for text output. Use --json for more.", code=2)
    if interactive:
        decide_items(about, after, limit)
    else:
        review(about, after, limit, as_json=as_json)


T = TypeVar("T")
CHOICES = {"m": "merge", "k": "keep apart", "s": "skip", "q": "quit"}
"""Answers to an uncertain pair."""
DEFAULT_LOG_LIMIT = 100
"""Default number of decisions in text output."""
PAGE_SIZE = 1000
"""Decisions per query."""


def curator(by: str | None, why: str) -> Curator:
    """Return the curator with the reason.

    Args:
        by: Name from the command line; None for the setting, else the system user.
    """
    return Curator(by or load_settings().default_curator, why)


def merge(first_id: str, second_id: str, curator: Curator, *, as_json: bool) -> None:
    """Merge two entities and print the decision."""
    decision = _run_decision(lambda graph: decide.merge(graph, first_id, second_id, curator))
    _print_decision(decision, f"{decision.was[1]} now redirects to {decision.was[0]}.", as_json=as_json)


def keep_apart(first_id: str, second_id: str, curator: Curator, *, as_json: bool) -> None:
    """Keep two entities apart and print the decision."""
    decision = _run_decision(lambda graph: decide.keep_apart(graph, first_id, second_id, curator))
    _print_decision(decision, f"{decision.was[0]} and {decision.was[1]} stay separate.", as_json=as_json)


def split(identifier: str, away: Sequence[str], curator: Curator, *, as_json: bool) -> None:
    """Split an entity and print the decision."""
    decision = _run_decision(lambda graph: decide.split(graph, identifier, away, curator))
    _print_decision(decision, f"Removed from {decision.was[0]}: {format_side(decision.left)}.", as_json=as_json)


def revoke(key: str, curator: Curator, *, as_json: bool) -> None:
    """Revoke a decision and print its effect."""

    async def run_revocation(graph: Graph) -> tuple[DecisionRecord, str]:
        decision = await decide.revoke(graph, key, curator)
        return decision, await describe_effect_of_revocation(graph, decision)

    decision, now = _run_decision(run_revocation)
    _print_decision(decision, f"Decision {key} is revoked. {now}", as_json=as_json)


def log(after: str | None, limit: int | None, *, as_json: bool) -> None:
    """List decisions: by default the first 100 as text, all as JSON."""
    if as_json:
        _run_query(lambda graph: _log_as_json(graph, after, limit))
        return
    most = limit or DEFAULT_LOG_LIMIT
    records, status = _run_query(lambda graph: _with_statuses(graph, decisions(graph, after, most), lambda log: log))
    if not records:
        print_status(f"No decisions before {after}." if after else "No decisions.")
    print_decisions(records, status)
    if len(records) == most:
        print_status(f"There may be more: --after {records[-1].key}")


async def _log_as_json(graph: Graph, after: str | None, limit: int | None) -> None:
    """Print decisions page by page, up to a limit."""
    left = limit
    while left != 0:
        records = await decisions(graph, after, PAGE_SIZE if left is None else min(left, PAGE_SIZE))
        for record in records:
            out.print(encoded(record).decode(), soft_wrap=True)
        if not records:
            return
        after = records[-1].key
        left = None if left is None else left - len(records)
    print_status(f"There may be more: --after {after}")


def explain(identifier: str, other_id: str | None, *, as_json: bool) -> None:
    """Explain an entity, or compare two entities."""
    if other_id is not None:
        compared, status = _run_query(
            lambda graph: _with_statuses(
                graph, comparing.compare(graph, identifier, other_id), lambda comparison: comparison.decisions
            )
        )
        if as_json:
            _as_json(compared)
        else:
            print_comparison(compared)
            print_decisions(compared.decisions, status)
        return
    explained, status = _run_query(
        lambda graph: _with_statuses(
            graph, explaining.explain(graph, identifier), lambda explanation: explanation.decisions
        )
    )
    if as_json:
        _as_json(explained)
    else:
        print_explanation(explained)
        print_decisions(explained.decisions, status)


def review(about: ReviewItemKind, after: str | None, limit: int, *, as_json: bool) -> None:
    """List review items."""
    items = _run_query(lambda graph: review_items(graph, about, after or "", limit))
    if as_json:
        for item in items:
            _as_json(item)
        if len(items) == limit:
            print_status(f"There may be more: --after '{items[-1].cursor}'")
        return
    if not items:
        print_status(describe_empty_queue(about, has_cursor=bool(after)))
        return
    print_review_items(items)
    if len(items) == limit:
        print_status(f"There may be more: --after '{items[-1].cursor}'")
    print_status(
        "Compare two entities with `byline identity explain ID OTHER`; decide with merge, keep-apart or split."
    )


def decide_items(about: ReviewItemKind, after: str | None, limit: int) -> None:
    """Ask about each pair of up to `limit` review items, and record the answers as decisions."""
    items = _run_query(lambda graph: review_items(graph, about, after or "", limit))
    if not items:
        print_status(describe_empty_queue(about, has_cursor=bool(after)))
        return
    count, cursor = 0, after
    for number, item in enumerate(items, 1):
        for candidate in item.candidates:
            pair = _open_pair(item, candidate) if count else (item.id, candidate.id)
            if pair is None:
                continue
            out.print()
            print_review_items([replace(item, candidates=[candidate])])
            answer = _ask(f"{number} of {len(items)}")
            if answer == "q":
                print_status(f"Decisions: {count}." + (f" Resume with: --after '{cursor}'" if cursor else ""))
                return
            if answer == "s":
                continue
            reason = typer.prompt("Reason", default="reviewed", err=True)
            decide_pair = merge if answer == "m" else keep_apart
            with suppress(typer.Exit):  # the error is printed
                decide_pair(*pair, curator(None, reason), as_json=False)
                count += 1
                if answer == "m" and not item.mutual:
                    break  # at most one candidate matches
        cursor = item.cursor
    print_status(f"Decisions: {count}." + (f" More: --after '{cursor}'" if len(items) == limit else ""))


def _open_pair(item: ReviewItem, candidate: ReviewCandidate) -> tuple[str, str] | None:
    return _run_query(lambda graph: open_pair(graph, item, candidate))


def _ask(position: str) -> str:
    """Return the first letter of the chosen answer; ask again until it is one of `CHOICES`."""
    options = ", ".join(f"{name} ({key})" for key, name in CHOICES.items())
    while True:
        answer = str(typer.prompt(f"{position}: {options}", default="s", err=True)).strip().lower()
        if answer in CHOICES or answer in CHOICES.values():
            return answer[0]
        print_status(f"Unknown answer {answer}. Expected {', '.join(CHOICES)}.")


async def _with_statuses(
    graph: Graph, lookup: Awaitable[T], decisions_of: Callable[[T], Sequence[DecisionRecord]]
) -> tuple[T, dict[str, DecisionStatus]]:
    """Return a result with the status of its decisions. Raises CurationError or a GraphError."""
    answer = await lookup
    return answer, await decision_statuses(graph, decisions_of(answer))


def _run_decision(work: Callable[[Graph], Awaitable[T]]) -> T:
    async def migrate_and_run(graph: Graph) -> T:
        await migrate(graph)
        return await work(graph)

    try:
        return run_with_graph(migrate_and_run)
    except CurationError as error:
        raise fail(str(error)) from None


def _run_query(work: Callable[[Graph], Awaitable[T]]) -> T:
    try:
        return run_with_graph(work, migrated=True)
    except CurationError as error:
        raise fail(str(error)) from None


def _print_decision(decision: DecisionRecord, message: str, *, as_json: bool) -> None:
    if as_json:
        out.print(encoded(decision).decode(), soft_wrap=True)
        return
    out.print(f"{decision.key}: {format_decision(decision)}.\n{message}", soft_wrap=True)
    if decision.undone is None:
        out.print(f"To revoke: byline identity revoke {decision.key} --reason ...", soft_wrap=True)


def _as_json(value: object) -> None:
    out.print(msgspec.json.encode(value).decode(), soft_wrap=True)
