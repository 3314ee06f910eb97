"""`byline schema`: the GraphQL schema, printed."""

import typer

from resolvers.schema import printed

app = typer.Typer(add_completion=False)


@app.command("schema", epilog="Example: byline schema > schema.graphql")
def command() -> None:
    """Print the GraphQL schema, descriptions and all."""
    typer.echo(printed(), nl=False)
