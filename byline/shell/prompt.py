"""Read statements from a terminal, with history and completion."""

import asyncio
import re
import signal
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import anyio
from platformdirs import user_state_path
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent

from byline.cli.runtime import out, print_status
from byline.shell.interpreter import Interpreter
from byline.shell.statements import Language, is_blank, split_last_statement, split_statement
from cypher import model
from cypher.public.public_graph import allowed
from resolvers.schema import graphql_schema

WORD = re.compile(r"[\w.]*$")
COMMANDS = (":cypher", ":explain", ":format", ":gql", ":help", ":param", ":quit", ":schema")
CLAUSES = tuple(word.upper() for word in allowed("keywords"))
WELCOME = "Cypher on Byline's graph; statements end with ; and only read. :help lists the commands, Ctrl-D leaves."
CONTINUATION = "   ... "
"""Prompt of the further lines of a statement."""


class ShellCompleter(Completer):
    """Completes words of Cypher, of GraphQL, and commands.

    Args:
        interpreter: knows the present language and parameters.
        procedures: names of the procedures.
    """

    def __init__(self, interpreter: Interpreter, procedures: Sequence[str]) -> None:
        self._interpreter = interpreter
        labels, types = model.labels().values(), model.relationship_types().values()
        self._labels = [element.name for element in labels]
        self._types = [element.name for element in types]
        self._properties = sorted({name for element in (*labels, *types) for name, _, _ in element.properties})
        self._words = sorted([*CLAUSES, *(f"{name}(" for name in allowed("functions"))])
        self._procedures = procedures
        self._fields = sorted(
            {name for type_ in graphql_schema().type_map.values() for name in getattr(type_, "fields", {})}
        )

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the completions of the word before the cursor."""
        del complete_event
        before = document.text_before_cursor
        if before.lstrip().startswith(":") and " " not in before.strip():
            yield from _matching(COMMANDS, before.strip(), len(before.strip()))
            return
        match = WORD.search(before)
        word = match[0] if match else ""
        rest = before[: len(before) - len(word)]
        if self._interpreter.language is Language.GRAPHQL:
            yield from _matching(self._fields, word, len(word))
        elif rest.endswith("$"):
            yield from _matching(self._interpreter.parameters, word, len(word))
        elif re.search(r"\[[^\]]*[:|]\s*$", rest):
            yield from _matching(self._types, word, len(word))
        elif re.search(r"[:|&]\s*$", rest):
            yield from _matching(self._labels, word, len(word))
        elif re.search(r"\bCALL\s+$", rest, re.IGNORECASE):
            yield from _matching(self._procedures, word, len(word))
        elif "." in word:
            yield from _matching(self._properties, word.rpartition(".")[2], len(word.rpartition(".")[2]))
        elif word:
            yield from _matching(self._words, word, len(word))


def _matching(names: Iterable[str], start: str, length: int) -> Iterator[Completion]:
    """Yield the names with this start, in any case, as replacements of the last characters."""
    lower = start.lower()
    for name in names:
        if name.lower().startswith(lower):
            yield Completion(name, start_position=-length)


async def run_prompt(interpreter: Interpreter, procedures: Sequence[str]) -> None:
    """Read and run statements until the user leaves."""
    session: PromptSession[str] = PromptSession(
        history=_history(), completer=ShellCompleter(interpreter, procedures), key_bindings=_key_bindings(interpreter)
    )

    async def confirm(question: str) -> bool:
        asking: PromptSession[str] = PromptSession(history=InMemoryHistory())
        return (await asking.prompt_async(question)).strip().lower() in {"y", "yes"}

    interpreter.confirm = confirm
    out.print(WELCOME, markup=False)
    while not interpreter.is_finished:
        try:
            text = await session.prompt_async(
                lambda: f"{interpreter.language}> ", multiline=True, prompt_continuation=CONTINUATION
            )
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        await run_statements(interpreter, text)


async def run_statements(interpreter: Interpreter, text: str) -> bool:
    """Run the statements of a text until one fails; return False then. Ctrl-C ends the running statement.

    The last statement can be without a semicolon.
    """
    while not interpreter.is_finished and not is_blank(text, interpreter.language):
        statement, rest = split_statement(text, interpreter.language)
        if statement is None:
            statement, rest = split_last_statement(text, interpreter.language)
        if statement is None:
            print_status(
                f"The last statement is incomplete: {text.strip()[:60]!r}. Close its texts, comments and braces."
            )
            return False
        text = rest
        if not await _run_until_interrupt(interpreter, statement):
            return False
    return True


async def _run_until_interrupt(interpreter: Interpreter, statement: str) -> bool:
    running = asyncio.ensure_future(interpreter.run(statement))
    interrupted = asyncio.ensure_future(_wait_for_interrupt())
    try:
        await asyncio.wait({running, interrupted}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        print_status("Stopped.")
        return False
    finally:
        running.cancel()
        interrupted.cancel()
        await asyncio.gather(running, interrupted, return_exceptions=True)


async def _wait_for_interrupt() -> None:
    with anyio.open_signal_receiver(signal.SIGINT) as signals:
        async for _ in signals:
            return


def _history() -> History:
    """Return the history file of the user, or a history in memory if it cannot be written."""
    folder: Path = user_state_path("byline")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "shell_history").touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(folder / "shell_history"))


def _key_bindings(interpreter: Interpreter) -> KeyBindings:
    """Return the binding of Enter: it runs a complete statement or command, otherwise it begins a new line."""
    bindings = KeyBindings()

    def is_complete(event: KeyPressEvent) -> bool:
        text = event.current_buffer.text
        return not text.strip() or split_statement(text, interpreter.language).statement is not None

    @bindings.add("enter", filter=Condition(lambda: True))
    def _press_enter(event: KeyPressEvent) -> None:  # pyright: ignore[reportUnusedFunction] the library calls it
        if is_complete(event):
            event.current_buffer.validate_and_handle()
        else:
            event.current_buffer.insert_text("\n")

    return bindings
