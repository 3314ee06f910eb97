"""`byline serve`: serve GraphQL over HTTP."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from byline.cli.erasures import erase_listed_accounts
from byline.cli.params import parse_path
from byline.cli.runtime import fail, handle_errors, print_status, run_with_graph
from byline.cli.server_processes import WorkerError, bind_settings, serve_with_workers
from byline.server import uvicorn_server as server
from byline.server.app import create_app
from byline.server.logs import configure
from byline.settings import Settings
from cypher.driver.client import Graph

app = typer.Typer(add_completion=False)


@app.command("serve", epilog="Example: byline serve --port 8001")
def command(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on. Default: BYLINE_HOST, else 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on. Default: BYLINE_PORT, else 8000.")
    ] = None,
    documents: Annotated[
        Path | None,
        typer.Option(
            parser=parse_path, help="Folder of trusted documents. Default: BYLINE_DOCUMENTS.", show_default=False
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Number of processes. Default: BYLINE_SERVE_WORKERS, else 1."),
    ] = None,
    *,
    only_trusted: Annotated[
        bool, typer.Option("--only-trusted", help="Reject all other documents. Default: BYLINE_ONLY_TRUSTED.")
    ] = False,
) -> None:
    """Serve GraphQL over the graph until Ctrl-C."""
    with handle_errors():  # installs its signal handlers before the first step
        settings, listener = bind_settings(
            host,
            port,
            BYLINE_DOCUMENTS=documents,
            BYLINE_ONLY_TRUSTED=only_trusted or None,
            BYLINE_SERVE_WORKERS=workers,
        )
        configure(settings.log_format)
        with listener:
            run_with_graph(
                lambda graph: _serve(graph, settings, listener), settings, migrated=True, restarts_neo4j=True
            )


async def _serve(graph: Graph, settings: Settings, listener: socket.socket) -> None:
    await erase_listed_accounts(graph, settings.erasures())  # a restored dump may contain them
    served = create_app(graph, settings)  # also checks the settings for the workers
    if settings.curators:
        print_status(
            "BYLINE_CURATORS is deprecated. Create an account for each curator: byline user add NAME --role curator; "
            "byline user token NAME"
        )
    url = f"http://{settings.host}:{settings.port}/graphql"
    if settings.serve_workers == 1:
        print_status(f"Byline serves {url}. Press Ctrl-C to stop.")
        await server.serve(served, listener, settings)
        return

    def report() -> None:
        print_status(f"Byline serves {url} with {settings.serve_workers} processes. Press Ctrl-C to stop.")

    try:
        await serve_with_workers(settings, graph.address, listener, report)
    except WorkerError as error:
        raise fail(str(error)) from None
