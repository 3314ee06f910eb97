"""`byline embed`: compute vectors of papers, by which `similarPapers` finds papers with a similar meaning."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import typer

from byline.cli.runtime import err, fail, out, print_status, run_with_graph
from byline.local_neo4j.error_handling import handle_server_errors
from byline.local_neo4j.progress import ConsoleProgress
from byline.settings import SettingError, Settings, load_settings
from byline.text_embedder import PACKAGES
from cypher.driver.client import Graph
from cypher.migrate import migrate, pending

if TYPE_CHECKING:  # onnxruntime and tokenizers are optional
    from loaders.embed.model import EmbeddingModel
    from loaders.embed.pipeline import Outcome

app = typer.Typer(add_completion=False)

AllOption = Annotated[bool, typer.Option("--all", help="Compute all vectors again, also those that are up to date.")]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Report the number of papers without computing vectors.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.command("embed", epilog="Example: byline embed --dry-run")
def command(*, everything: AllOption = False, dry_run: DryOption = False, as_json: JsonOption = False) -> None:
    """Compute the vectors of new papers, and of papers with a changed title, abstract or model.

    An interrupted run continues where it stopped: run the same command again. The first run downloads the model
    (16 MB); BYLINE_EMBEDDING_MODEL names the folder of another one. See docs/related.md.
    """
    embed(EmbedRequest(everything, dry_run), as_json=as_json)


class EmbedRequest(NamedTuple):
    """Options: compute all vectors again; report without writing."""

    everything: bool
    dry_run: bool


def embed(request: EmbedRequest, *, as_json: bool) -> None:
    """Compute the vectors and print the result. Raises typer.Exit if a package is missing or the model is unusable."""
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        raise fail(
            f"byline embed requires {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not "
            f"installed. Install with:\n  {sys.executable} -m pip install 'byline[semantic]'"
        )
    try:
        settings = load_settings()
    except SettingError as error:
        raise fail(f"Invalid setting:\n{error}") from None
    model = load_model(settings)
    outcome = run_with_graph(lambda graph: _embed(graph, model, request), settings)
    if as_json:
        out.print_json(msgspec.json.encode(outcome).decode())
    else:
        out.print(report(outcome))


def load_model(settings: Settings) -> "EmbeddingModel":
    """Return the model that the settings name, after downloading it if necessary. Raises typer.Exit if that fails."""
    from byline.embedding_model import model_files  # noqa: PLC0415 its libraries are optional
    from loaders.embed.model import EmbeddingModel, ModelError  # noqa: PLC0415 as above

    with handle_server_errors():
        try:
            return EmbeddingModel(model_files(settings.embedding_model, ConsoleProgress(err)))
        except ModelError as error:
            raise fail(str(error)) from None


async def _embed(graph: Graph, model: "EmbeddingModel", request: EmbedRequest) -> "Outcome":
    from loaders.embed import pipeline  # noqa: PLC0415 its libraries are optional

    await (pending(graph) if request.dry_run else migrate(graph))
    return await pipeline.embed(graph, model, pipeline.EmbedOptions(request.everything, request.dry_run, print_status))


def report(outcome: "Outcome") -> str:
    """Return the result in words."""
    embedded = outcome.new + outcome.replaced
    counts = f"{outcome.new:,} new, {outcome.replaced:,} replaced, {outcome.unchanged:,} unchanged"
    head = f"{outcome.papers:,} papers: {counts}."
    if outcome.dry_run:
        return f"{head}\nNothing was written."
    if not embedded:
        return f"{head}\nAll vectors are up to date (model {outcome.model})."
    rate = embedded / max(outcome.seconds, 1e-9)
    return (
        f"{head}\n{embedded:,} vectors of {outcome.dimension} numbers written in {outcome.seconds:,.0f} s, "
        f"{rate:,.0f} per second (model {outcome.model})."
    )
