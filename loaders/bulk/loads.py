"""The node of each load, as a load batch by batch leaves it."""

from collections.abc import Sequence

import msgspec

from cypher.values import Value
from loaders.bulk.asked import Asked
from loaders.bulk.duck import Duck
from loaders.bulk.shelf import Shelf
from loaders.files.file_names import legible
from loaders.run import now
from loaders.summary import COUNTS, KEPT, Summary, kept
from loaders.writing.settle import CUT_OVER


def write_loads(
    duck: Duck, shelf: Shelf, asked: Sequence[Asked], summaries: Sequence[Summary], how: tuple[str, str]
) -> None:
    """Count what each source brought, and write its load; `how` is when it began, and Byline's version."""
    rows: list[bytes] = []
    for one, summary in zip(asked, summaries, strict=True):
        kept = int(str(duck.ask("kept", loader=summary.loader)[0][0]))
        summary.unchanged, summary.new = summary.new - kept, kept
        summary.conflicts = _conflicts(duck, summary.loader)
        summary.conflict_count = int(str(duck.ask("count_conflicts", loader=summary.loader)[0][0]))
        told = duck.ask("authorships", loader=summary.loader, over=str(CUT_OVER))[0]
        places, people, cut = (int(str(one)) for one in told)
        summary.authorships, summary.authorship_edges, summary.collaborations_cut = places, people, cut
        rows.append(msgspec.json.encode({"id": summary.load, "values": _noted(one, summary, how)}))
    with shelf.lines("loads", 0) as file:
        file.write(b"\n".join(rows))


def _conflicts(duck: Duck, loader: str) -> list[str]:
    found = duck.ask("conflicts", loader=loader, most=str(KEPT))
    return [f"{source}:{key} states {one}, which another record holds" for source, key, one in found]


def _noted(one: Asked, summary: Summary, how: tuple[str, str]) -> dict[str, Value]:
    values: dict[str, Value] = {name: getattr(summary, own) for name, own in COUNTS.items()}
    values |= {"loader": summary.loader, "licence": one.source.licence, "startedAt": how[0], "version": how[1]}
    values |= {"finishedAt": now(), "feed": 0, "paths": [legible(path.resolve()) for path in one.paths]}
    values |= {"inputs": list(one.inputs), "conflicts": list(summary.conflicts)}
    values |= kept(summary)
    return {key: value for key, value in values.items() if value not in ([], None)}
