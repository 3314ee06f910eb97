"""Complete the word before the cursor: labels, relationship types, properties, procedures and fields of GraphQL."""

import re
from collections.abc import Iterable, Iterator, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from byline.shell.interpreter import Interpreter
from byline.shell.statements import Language
from cypher import model
from cypher.public.public_graph import allowed
from resolvers.schema import graphql_schema

WORD = re.compile(r"[\w.]*$")
COMMANDS = (":cypher", ":explain", ":format", ":gql", ":help", ":param", ":quit", ":schema")
CLAUSES = tuple(word.upper() for word in allowed("keywords"))


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
