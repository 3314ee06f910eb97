"""Read statements from a terminal, with history and completion."""

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path

import anyio
from platformdirs import user_state_path
from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent

from byline.cli.runtime import out, print_status
from byline.shell.completion import ShellCompleter
from byline.shell.interpreter import Interpreter
from byline.shell.statements import is_blank, split_last_statement, split_statement

WELCOME = "Cypher on Byline's graph; statements end with ; and only read. :help lists the commands, Ctrl-D leaves."

CONTINUATION = "   ... "
"""Prompt of the further lines of a statement."""


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
