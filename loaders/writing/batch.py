"""A settled batch: what the rules made of its records, before anything of it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loaders.matching.casting import Casting
from loaders.matching.given_back import GivenBack
from loaders.matching.identity import Thing
from loaders.records.record import TopicRecord
from loaders.records.stated import Ref
from loaders.records.statement import Held, kind


@dataclass(slots=True)
class Batch:
    """A batch after the rules: its records, what each describes, and who is who."""

    held: Mapping[Ref, Held]
    fresh: set[Ref]
    earlier: Mapping[Ref, Held]
    removed: frozenset[Ref]
    alone: bool = False
    """Whether the graph holds nothing else."""
    things: list[tuple[str, Thing]] = field(default_factory=list[tuple[str, Thing]])
    entity_of: dict[Ref, str] = field(default_factory=dict[Ref, str])
    retired: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    given_back: GivenBack = field(default_factory=GivenBack)
    topics: dict[tuple[str, str], list[TopicRecord]] = field(default_factory=dict[tuple[str, str], list[TopicRecord]])
    place_names: set[str] = field(default_factory=set[str])
    place_rors: set[str] = field(default_factory=set[str])
    casting: Casting = field(default_factory=Casting)

    def ended(self) -> list[str]:
        """Return the Byline ids of things of which no record is left."""
        before = {one.entity for one in self.earlier.values() if one.entity and kind(one.record) != "topic"}
        return sorted(before - {identifier for identifier, _ in self.things} - self.retired.keys())
