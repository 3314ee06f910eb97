"""`byline demo`: start Neo4j, load the sample, serve it, and print example queries."""

import os
import shlex
import shutil
import socket
import sys
from contextlib import AbstractContextManager, nullcontext
from textwrap import indent
from typing import Annotated

import typer

from byline.cli.connection import connect, open_graph
from byline.cli.runtime import handle_errors, print_status, run
from byline.cli.server_processes import bind_settings
from byline.local_neo4j import aot
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.progress import CallbackProgress
from byline.local_neo4j.server import ManagedServer
from byline.local_neo4j.watchdog import run_while_alive
from byline.server.app import create_app
from byline.server.logs import configure
from byline.server.uvicorn_server import serve
from byline.settings import LOOPBACK, Settings
from cypher.catalog import statement
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate
from loaders.pipeline.bundled_sample import find_completed_load
from loaders.pipeline.run import LoadOptions, load
from loaders.sources.base import sources
from resolvers.compile.cypher_format import to_browser_script
from resolvers.version import __version__

app = typer.Typer(add_completion=False)


@app.command("demo", epilog="Example: byline demo --port 8001")
def command(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on. Default: BYLINE_PORT, else 8000.")
    ] = None,
) -> None:
    """Start the managed Neo4j, load the sample, serve it, and print example queries. Ctrl-C stops everything."""
    demonstrate(port)


PAPER = (
    '{ paper(by: {arxiv: "2201.11990"}) { title dates { value kind source } '
    "authors(first: 5) { totalCount nodes { name } } } }"
)
RESEARCHER = (
    '{ researchers(where: {name: {eq: "Jared Casper"}}) { nodes { name paperCount trust { score label } '
    "closeCollaborators(first: 4) { edges { paperCount node { name } } } } } }"
)
RELATED = (
    '{ paper(by: {arxiv: "1909.08053"}) { similarPapers(first: 3) { score paper { title } reasons { kind count } } } }'
)
EXAMPLE_DOCUMENTS = (
    ("A paper merged from three sources", PAPER),
    ("A researcher's page", RESEARCHER),
    ("Papers related to a paper, with reasons", RELATED),
)
CYPHER = "book/prolific_pairs"


def demonstrate(port: int | None) -> None:
    """Start, load and serve until Ctrl-C, and print example queries. Raises typer.Exit if the port is in use."""
    with handle_errors():  # installs its signal handlers before the first step
        origins = {} if "BYLINE_CORS_ORIGINS" in os.environ else {"BYLINE_CORS_ORIGINS": [LOOPBACK]}
        settings, listener = bind_settings(None, port, **origins)
        configure(settings.log_format)
        with listener, connect(settings, print_status, http=True) as (address, managed):
            run(lambda: _demo(settings, listener, address, managed))


async def _demo(settings: Settings, listener: socket.socket, address: Address, managed: ManagedServer | None) -> None:
    async with open_graph(address, settings) as graph:
        await graph.verify()
        await run_while_alive(_show(graph, settings, listener, managed), managed, graph, print_status)


async def _show(graph: Graph, settings: Settings, listener: socket.socket, managed: ManagedServer | None) -> None:
    with _sample_lock(managed):
        await migrate(graph)
        await _sample(graph)
    served = create_app(graph, settings)
    print_instructions(settings, graph.address, managed)
    training = aot.train_in_background(workload=aot.WORKLOAD) if managed is not None and managed.started else None
    try:
        await serve(served, listener, settings)
    finally:
        if training is not None:
            training.cancel()


async def _sample(graph: Graph) -> None:
    """Load the sample unless the last load was of the same version of it, and print the result."""
    sample = sources()["sample"]
    before = await find_completed_load(graph, sample)
    if before is not None:
        print_status(f"The sample is already loaded: {before.records} records, at {before.finished_at}.")
        return
    print_status("Loading the sample; the first load takes about 30 seconds.")
    summary = await load(graph, sample, [sample.bundle()], LoadOptions(version=__version__))
    print_status(f"Loaded the sample: {summary.read} records, {summary.new} of them new.")


def _sample_lock(managed: ManagedServer | None) -> AbstractContextManager[None]:
    """Return a lock that serializes demos with the same home folder: two loads at once would block each other."""
    if managed is None:
        return nullcontext()
    return file_lock(
        managed.folder.sample_lock,
        "Waiting for another demo to load the sample.",
        CallbackProgress(print_status),
    )


def command_name() -> str:
    """Return how to run Byline, so that the printed commands can be copied."""
    if shutil.which("byline"):
        return "byline"
    return f"{shlex.quote(sys.executable)} -m byline" if sys.argv[0].endswith("__main__.py") else sys.argv[0]


def print_instructions(settings: Settings, address: Address, managed: ManagedServer | None) -> None:
    """Print the addresses and example queries."""
    base = f"http://{settings.host}:{settings.port}"
    is_own = managed is not None and managed.started
    end = "Ctrl-C stops everything." if is_own else "Ctrl-C stops it; Neo4j was running before and keeps running."
    byline = command_name()
    lines = [f"Byline serves {base}/graphql (open it in a browser). {end}", ""]
    if managed is not None and "BYLINE_HOME" in os.environ:
        lines.append(f"In another terminal, first: export BYLINE_HOME={shlex.quote(str(settings.home.resolve()))}")
    lines.append("Run a GraphQL query:")
    for title, document in EXAMPLE_DOCUMENTS:
        lines += [f"  {title}:", f"    {byline} query '{document}'"]
    document = to_browser_script(statement(CYPHER).text, {"limit": 5})
    lines += ["Run Cypher in Neo4j Browser (set the parameter, then run the query):", indent(document, "    ")]
    lines += [f"This and other example queries: {byline} examples", ""]
    if managed is not None and managed.connection.http:
        lines.append(f"Neo4j Browser  {managed.connection.http}")
    lines.append(f"Bolt           {address.uri}, user {address.username}, password {address.password}")
    for line in lines:
        print_status(line)
