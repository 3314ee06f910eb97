"""What `byline classify` does: checks that scikit-learn is there, learns, measures, writes, and reports."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from byline.commands.manners import fail, on_graph, out, say
from cypher.migrate import migrate, pending
from cypher.run import Graph
from loaders.refused import SourceError
from resolvers.version import __version__

if TYPE_CHECKING:
    from loaders.classify.run import Outcome


class Asked(NamedTuple):
    """What a person asks for: a scheme, the least score, papers to learn from at most, whether nothing is written."""

    scheme: str | None
    threshold: float
    papers: int
    dry: bool


def classify(asked: Asked, *, as_json: bool) -> None:
    """Classify and report. Raises typer.Exit where scikit-learn is not there, or there is too little to learn from."""
    if find_spec("sklearn") is None:
        raise fail(
            "byline classify needs scikit-learn, which is not installed. Install it with:\n"
            f"  {sys.executable} -m pip install 'byline[classify]'"
        )
    from byline.classify_report import report  # noqa: PLC0415 it reads scikit-learn, which not everybody has

    outcome = on_graph(lambda graph: _classify(graph, asked))
    if as_json:
        out.print_json(msgspec.json.encode(outcome).decode())
    else:
        report(outcome)


async def _classify(graph: Graph, asked: Asked) -> "Outcome":
    from loaders.classify.run import Wishes, classify  # noqa: PLC0415 as above

    await (pending(graph) if asked.dry else migrate(graph))
    wishes = Wishes(asked.scheme, asked.threshold, asked.papers, asked.dry, __version__, say)
    try:
        return await classify(graph, wishes)
    except SourceError as error:
        raise fail(str(error)) from None
