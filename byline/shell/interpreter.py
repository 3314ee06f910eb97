"""Run statements and commands of the shell, and print their results."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import orjson
import typer
from rich.table import Table

from byline.cli.error_messages import format_graph_error
from byline.cli.output.result_output import TEXT_FORMATS, print_result
from byline.cli.runtime import out, print_status
from byline.shell.statements import Language, is_blank
from cypher import model
from cypher.driver.bolt import ReadLimits
from cypher.driver.client import Graph
from cypher.driver.entities import decode_entity
from cypher.driver.errors import GraphError
from cypher.driver.explain import Plan
from cypher.driver.values import Value

LIMITS = ReadLimits(rows=1_000, bytes=64 * 1024 * 1024, decode=decode_entity)
"""Limits of a result. Statements that need more rows belong into a file: `byline examples`, `byline export`."""
TIMEOUT_S = 120.0
"""Time limit of a statement in seconds."""
MANY_ROWS = 5_000_000
"""Estimated rows from which the shell warns before it runs a statement."""
SCANS = ("AllNodesScan", "UndirectedAllRelationshipsScan", "DirectedAllRelationshipsScan")
"""Operators that read the whole graph."""
HELP = """Cypher statements end with ; and can span lines. The shell only reads.

  :gql, :cypher           switch to GraphQL, and back. GraphQL ends with its last closing brace
  :schema                 list labels and relationship types; :schema Paper lists properties
  :param NAME VALUE       set a parameter to a JSON value, such as :param year 2020; :param alone lists them
  :format table|json|csv  set the format of results
  :explain STATEMENT      show the plan of a Cypher statement
  :help, :quit            print this text; leave the shell (also Ctrl-D)"""

Confirm = Callable[[str], Awaitable[bool]]
"""Asks the user a question, and returns True for yes."""
AnswerGraphQL = Callable[[str, Mapping[str, Value]], Awaitable[Mapping[str, object]]]
"""Executes a GraphQL document with variables, and returns the response."""


class ShellError(Exception):
    """A statement or command is not possible; the message says why and what to do."""


@dataclass
class Interpreter:
    """Runs statements and commands.

    Attributes:
        graph: the graph.
        answer_graphql: executes GraphQL.
        confirm: asks before a statement that reads the whole graph; None: print a warning and run it.
        language: language of the next statement.
        output_format: format of results of Cypher.
        raw: do not escape CSV cells that spreadsheets evaluate as formulas.
        parameters: parameters of Cypher, and variables of GraphQL.
        is_finished: True after `:quit`.
    """

    graph: Graph
    answer_graphql: AnswerGraphQL
    confirm: Confirm | None = None
    language: Language = Language.CYPHER
    output_format: str = "table"
    raw: bool = False
    parameters: dict[str, Value] = field(default_factory=dict[str, Value])
    is_finished: bool = False

    async def run(self, statement: str) -> bool:
        """Run a statement or command and print its result, or its error. Return False after an error."""
        try:
            if statement.startswith(":"):
                await self._run_command(statement)
            elif is_blank(statement, self.language):
                return True
            elif self.language is Language.CYPHER:
                await self._run_cypher(statement)
            else:
                await self._run_graphql(statement)
        except GraphError as error:
            print_status(format_graph_error(error))
            return False
        except ShellError as error:
            print_status(str(error))
            return False
        return True

    async def _run_cypher(self, statement: str) -> None:
        first, _, rest = statement.partition(" ")
        if first.upper() == "EXPLAIN":
            await self._print_plan(rest.strip())
            return
        if first.upper() == "PROFILE":
            raise ShellError("PROFILE is not possible in this shell. Show the plan with EXPLAIN, or use cypher-shell.")
        plan = await self.graph.explain(statement, self.parameters)
        if plan.kind != "r":
            raise ShellError(
                "The statement does not only read; nothing was written. Write through loaders (byline load), mutations "
                "or byline identity. For administration use Neo4j's own cypher-shell."
            )
        if not await self._accepts(plan):
            return
        started_at = time.perf_counter()
        answer = await self.graph.read_bounded(statement, self.parameters, LIMITS, timeout_s=TIMEOUT_S)
        print_result(answer.columns, answer.rows, self.output_format, raw=self.raw)
        if answer.more:
            print_status(f"The result has more rows. The shell reads at most {LIMITS.rows:,}; add LIMIT or aggregate.")
        if self.output_format == "table":
            out.print(f"{1000 * (time.perf_counter() - started_at):,.0f} ms")

    async def _accepts(self, plan: Plan) -> bool:
        """Return False if a statement reads much of the graph, and the user does not want to run it."""
        scans = [name for name, _ in plan.operators if name in SCANS]
        if scans:
            warning = f"This statement reads the whole graph ({scans[0]}). A label or a relationship type avoids that."
        elif plan.estimated_rows > MANY_ROWS:
            warning = f"Neo4j expects {plan.estimated_rows:,.0f} rows in the steps of this statement."
        else:
            return True
        if self.confirm is None:
            print_status(warning)
            return True
        return await self.confirm(f"{warning} Run it? [y/N] ")

    async def _run_graphql(self, document: str) -> None:
        response = await self.answer_graphql(document, self.parameters)
        typer.echo(orjson.dumps(response, option=orjson.OPT_INDENT_2).decode())
        if response.get("errors"):
            raise ShellError("The response has errors.")

    async def _run_command(self, line: str) -> None:
        name, _, argument = line.partition(" ")
        argument = argument.strip()
        match name:
            case ":help":
                out.print(HELP, markup=False)
            case ":quit" | ":exit":
                self.is_finished = True
            case ":gql":
                self.language = Language.GRAPHQL
            case ":cypher":
                self.language = Language.CYPHER
            case ":schema":
                _print_schema(argument)
            case ":param" | ":params":
                self._set_parameter(argument)
            case ":format":
                if argument not in TEXT_FORMATS:
                    raise ShellError(f"The format is {argument!r}. Expected {', '.join(TEXT_FORMATS)}.")
                self.output_format = argument
            case ":explain":
                await self._print_plan(argument)
            case _:
                raise ShellError(f"Unknown command {name}. List the commands with :help")

    async def _print_plan(self, statement: str) -> None:
        if not statement:
            raise ShellError("Expected a statement: :explain MATCH (p:Paper) RETURN p.title LIMIT 3")
        plan = await self.graph.explain(statement, self.parameters)
        table = Table("operator", "details")
        for name, details in plan.operators:
            table.add_row(name, details)
        out.print(table)
        out.print(f"{plan.estimated_rows:,.0f} expected rows in all steps")

    def _set_parameter(self, argument: str) -> None:
        name, _, value = argument.partition(" ")
        if not name:
            for known, current in self.parameters.items():
                typer.echo(f"{known}: {orjson.dumps(current).decode()}")
            return
        try:
            self.parameters[name.removeprefix("$").removesuffix(":")] = orjson.loads(value)
        except orjson.JSONDecodeError:
            raise ShellError(
                f'The value of {name} is {value[:60]!r}. Expected JSON: 2020, "a text", [1, 2] or {{"a": 1}}.'
            ) from None


def _print_schema(label: str) -> None:
    """Print labels and relationship types, or the properties of one of them. Raises ShellError if it is unknown."""
    elements = {**model.labels(), **model.relationship_types()}
    if not label:
        table = Table("label or relationship", "meaning")
        for element in elements.values():
            table.add_row(element.pattern or element.name, element.meaning)
    elif label in elements:
        table = Table("property", "type", "meaning", title=elements[label].meaning, title_justify="left")
        for name, type_, meaning in elements[label].properties:
            table.add_row(name, type_, meaning)
    else:
        raise ShellError(f"There is no label or relationship type {label!r}. List them with :schema")
    out.print(table)
