"""Which Byline id a decision meant: an undone merge gives both ids back, after a split who stays keeps the one."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from cypher.folding import fold
from cypher.run import Graph
from loaders.asking import ask
from loaders.evidence import Mention
from loaders.parts import Anchor
from loaders.record import DecisionRecord
from loaders.stated import Ref


@dataclass(slots=True)
class Meant:
    """Byline ids by what decisions speak of, and which of them lead to another thing now."""

    by_id: dict[str, str] = field(default_factory=dict[str, str])
    by_record: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    by_name: dict[tuple[str, str, str], str] = field(default_factory=dict[tuple[str, str, str], str])
    retired: set[str] = field(default_factory=set[str])

    def for_mentions(self, mentions: Iterable[Mention]) -> str | None:
        """Return the id that was meant for a person with these mentions, None where nothing was."""
        for one in mentions:
            found = self.by_name.get((one.ref.source, one.ref.key, one.folded))
            found = found or next((self.by_id[each] for each in one.ids if each in self.by_id), None)
            if found:
                return found
        return None

    def for_records(self, refs: Iterable[Ref]) -> str | None:
        """Return the id that was meant for a thing with these records, None where nothing was."""
        return next((self.by_record[ref[:2]] for ref in refs if ref[:2] in self.by_record), None)

    def choose(self, wish: str | None, claims: Iterable[str], taken: Container[str]) -> str | None:
        """Return the id that a thing gets: the one meant where it may have it, else the oldest of its claims."""
        ours = sorted(claims)
        if wish is not None and wish not in taken and (wish in ours or wish in self.retired):
            return wish
        return next((one for one in ours if one not in taken), None)

    def _mean(self, anchors: Iterable[Anchor], identifier: str) -> None:
        for anchor in anchors:
            if anchor.id:
                self.by_id[anchor.id] = identifier
            elif anchor.name and anchor.source and anchor.key:
                self.by_name[anchor.source, anchor.key, fold(anchor.name)] = identifier
            elif anchor.source and anchor.key:
                self.by_record[anchor.source, anchor.key] = identifier

    def take(self, decision: DecisionRecord) -> None:
        """Take a decision in: one that joined and is undone, or one that parted and holds."""
        if decision.verdict == "same" and decision.undone:
            for anchors, identifier in zip((decision.one, decision.other), decision.was, strict=False):
                self._mean(anchors, identifier)
        elif decision.verdict == "apart" and not decision.undone and decision.was:
            self._mean(decision.other, decision.was[0])


async def meant(graph: Graph | None, decisions: Iterable[DecisionRecord]) -> Meant:
    """Return what a batch's own decisions meant."""
    found = Meant()
    said = sorted(decisions, key=lambda one: one.key)
    for decision in said:
        found.take(decision)
    if said:
        ids = sorted({identifier for decision in said for identifier in decision.was})
        found.retired = {str(row[0]) for row in await ask(graph, "write/retired_ids", ids=ids)}
    return found
