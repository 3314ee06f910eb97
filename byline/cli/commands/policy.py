"""`byline policy`: print the policy table, which states the rights of each role."""

from typing import Annotated

import orjson
import typer
from rich.table import Table

from accounts.policy import FORBIDDEN, Relation, rules
from byline.cli.runtime import out, print_status

app = typer.Typer(add_completion=False)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]


@app.command("policy", epilog="Example: byline policy --json")
def command(*, as_json: Json = False) -> None:
    """Print the least role for each action, by the relation of the user to the object of the action.

    own: the user claimed or wrote the object. other: any other object. conflict: the user has a conflict of interest.
    """
    if as_json:
        for rule in rules().values():
            roles = {relation.value: rule.least_roles[relation] or FORBIDDEN for relation in Relation}
            row = {"action": rule.action, "meaning": rule.meaning, "scope": rule.scope, "account": rule.needs_account}
            typer.echo(orjson.dumps(row | roles))
        return
    table = Table("action", "scope", *Relation, "meaning", box=None)
    for rule in rules().values():
        table.add_row(
            rule.action, rule.scope, *(rule.least_roles[relation] or FORBIDDEN for relation in Relation), rule.meaning
        )
    out.print(table)
    print_status(
        "Each role includes the rights of the roles before it: reader, member, curator, admin. The command line has "
        "the rights of admin."
    )
