"""What `byline demo` does: starts Neo4j, loads the sample, serves it, and says what to try."""

import os
import shlex
import shutil
import socket
import sys
from contextlib import AbstractContextManager, nullcontext
from textwrap import indent

from byline.app import application
from byline.commands.manners import mannered, run, say
from byline.connection import graph_at, reached
from byline.logs import configure
from byline.neo4j_server import aot
from byline.neo4j_server.process import Managed
from byline.neo4j_server.progress import Told
from byline.neo4j_server.turn import turn
from byline.server import serve
from byline.serving import chosen
from byline.settings import Settings
from byline.watch import beside
from cypher.catalog import statement
from cypher.migrate import migrate
from cypher.run import Address, Graph
from loaders.bundle import loaded
from loaders.run import Wishes, load
from loaders.source import sources
from resolvers.compile.layout import to_take_along
from resolvers.version import __version__

PAPER = (
    '{ paper(by: {arxiv: "2201.11990"}) { title dates { value kind source } '
    "authors(first: 5) { totalCount nodes { name } } } }"
)
RESEARCHER = (
    '{ researchers(where: {name: {eq: "Jared Casper"}}) { nodes { name paperCount trust { score label } '
    "closeCollaborators(first: 4) { edges { papers node { name } } } } } }"
)
RELATED = '{ paper(by: {arxiv: "1909.08053"}) { related(first: 3) { score paper { title } reasons { kind count } } } }'
QUESTIONS = (
    ("A paper as three sources tell it", PAPER),
    ("A researcher's page", RESEARCHER),
    ("What is near to a paper, and why", RELATED),
)
CYPHER = "book/prolific_pairs"


def demonstrate(port: int | None) -> None:
    """Start, load, serve, and say what to try, until Ctrl-C. Raises typer.Exit where the port is taken."""
    with mannered():  # its signal handlers come before the first step
        settings, door = chosen(None, port)
        configure(settings.log_format)
        with door, reached(settings, say, http=True) as (address, managed):
            run(lambda: _demo(settings, door, address, managed))


async def _demo(settings: Settings, door: socket.socket, address: Address, managed: Managed | None) -> None:
    async with graph_at(address, settings) as graph:
        await graph.verify()
        await beside(_show(graph, settings, door, managed), managed, graph)


async def _show(graph: Graph, settings: Settings, door: socket.socket, managed: Managed | None) -> None:
    with _turn(managed):
        await migrate(graph)
        await _sample(graph)
    served = application(graph, settings)
    tell(settings, graph.address, managed)
    training = aot.train_in_background() if managed is not None and managed.started else None
    try:
        await serve(served, door)
    finally:
        if training is not None:
            training.cancel()


async def _sample(graph: Graph) -> None:
    """Load the sample, unless this very sample was loaded last, and say which."""
    sample = sources()["sample"]
    before = await loaded(graph, sample)
    if before is not None:
        say(f"The sample is there: {before.records} records, loaded at {before.finished_at}.")
        return
    say("Loading the sample; the first time takes half a minute.")
    summary = await load(graph, sample, [sample.bundle()], Wishes(version=__version__))
    say(f"The sample is loaded: {summary.read} records, {summary.new} of them new.")


def _turn(managed: Managed | None) -> AbstractContextManager[None]:
    """Hold back a second demo over the same folder: two loads at once block each other."""
    if managed is None:
        return nullcontext()
    return turn(managed.folder.sample_lock, "Waiting for another demo that is loading the sample.", Told(say))


def tell(settings: Settings, address: Address, managed: Managed | None) -> None:
    """Say what there is and what to try."""
    base = f"http://{settings.host}:{settings.port}"
    ours = managed is not None and managed.started
    end = "Ctrl-C stops everything." if ours else "Ctrl-C stops it; the Neo4j that ran before stays."
    byline = "byline" if shutil.which("byline") else sys.argv[0]  # so that the lines can be copied
    lines = [f"Byline serves {base}/graphql (open it in a browser). {end}", ""]
    if managed is not None and "BYLINE_HOME" in os.environ:
        lines.append(f"In another terminal, first: export BYLINE_HOME={shlex.quote(str(settings.home.resolve()))}")
    lines.append("Ask GraphQL:")
    for title, question in QUESTIONS:
        lines += [f"  {title}:", f"    {byline} query '{question}'"]
    question = to_take_along(statement(CYPHER).text, {"limit": 5})
    lines += ["Ask Cypher in Neo4j Browser (run the parameter, then the question):", indent(question, "    ")]
    lines += [f"This question and others: {byline} book", ""]
    if managed is not None and managed.connection.http:
        lines.append(f"Neo4j Browser  {managed.connection.http}")
    lines.append(f"Bolt           {address.uri}, user {address.username}, password {address.password}")
    for line in lines:
        say(line)
