"""`byline query`: GraphQL from the shell."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command("query", epilog="Example: byline query '{ papers(first: 3) { nodes { title year } } }'")
def command(
    question: Annotated[str, typer.Argument(help="A GraphQL document, a file with one, or - for standard input.")],
    variables: Annotated[str, typer.Option(help="Variables: a JSON object, or a file that holds one.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the document has several.")] = None,
    *,
    cypher: Annotated[
        bool, typer.Option("--cypher", help="Print the Cypher that the question becomes instead of asking it.")
    ] = False,
) -> None:
    """Answer one GraphQL question as JSON. Exit code 1 where the answer has errors.

    With --cypher, print the one Cypher statement that the question becomes, its parameters first: paste those into
    Neo4j Browser and run them, then the statement. No Neo4j is asked for that.
    """
    from byline.querying import query  # noqa: PLC0415 help must not pay a second for driver and resolvers

    query(question, variables, operation, cypher=cypher)
