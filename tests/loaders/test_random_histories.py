"""Loads, changes, decisions and revokes in any order: the graph equals that of the current records."""

import random
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec import structs
from structlog.testing import capture_logs

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.curation.decision_log import decisions
from loaders.curation.decisions import Curator, keep_apart, merge, revoke, split
from loaders.curation.entity_lookup import CurationError, lookup_entity
from loaders.export.canonical_export import export
from loaders.records.record import DecisionRecord, Record
from loaders.records.serialization import encoded
from loaders.sources.base import sources
from loaders.unload.release_keys import SourceRelease
from loaders.unload.remove_records import UnloadSelection, unload
from loaders.writing.lease import LEASE_NAME
from tests.conftest import emptied
from tests.loaders.change_feed_mirror import Mirror
from tests.loaders.load_helpers import load_records, small_neighborhoods, write_records
from tests.loaders.strategies import SLOW, decided_record_sets, record_sets
from tests.traversal.arcs import sorted_arcs
from traversal.network_copy import NetworkCopy

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "saw both pages")
IDS = """MATCH (r:Record)-[:DESCRIBES]->(thing)
RETURN thing.id AS id, r.loader + ' ' + r.source + ':' + r.key AS record
UNION ALL
MATCH (r:Record)-[m:MENTIONS]->(person)
RETURN person.id AS id, r.loader + ' ' + r.source + ':' + r.key + ' ' + m.role + ' ' + m.position AS record"""
LOADERS = ("sample", "other")
picks = st.integers(0, 10_000)
drawn = record_sets(6) | decided_record_sets(8)
STEPS: dict[str, Any] = {"stateful_step_count": 10, "deadline": None, "suppress_health_check": SLOW}
Known = dict[str, tuple[str, ...]]
Decide = Callable[..., Coroutine[Any, Any, DecisionRecord]]


@pytest.fixture(scope="module", autouse=True)
def several_neighborhoods() -> Iterator[None]:
    """Let the loads read several neighborhoods of mentions."""
    with small_neighborhoods():
        yield


class GraphHistory(RuleBasedStateMachine):
    """State machine of one graph: its records, its decisions, and a follower of its change feed."""

    portal: ClassVar[BlockingPortal]
    graph: ClassVar[Graph]
    folder: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, dict[tuple[str, str, str], Record]] = {loader: {} for loader in LOADERS}
        self.made: list[str] = []
        self.undone: set[str] = set()
        self.loads = 0
        self.seen: dict[tuple[int, frozenset[str]], Known] = {}
        self.mirror = Mirror()
        self.network_copy = NetworkCopy(self.graph, LEASE_NAME, 10**9)

    def _run(self, asked: Callable[..., Coroutine[Any, Any, Any]], *arguments: object) -> Any:  # noqa: ANN401 whatever is asked
        return self.portal.call(asked, *arguments)

    @initialize(records=record_sets(10) | decided_record_sets(10))
    def begin(self, records: list[Record]) -> None:
        """Load something into an empty graph."""
        self._run(emptied, self.graph)
        self._load("sample", records, chunk=2000)

    @rule(loader=st.sampled_from(LOADERS), records=drawn, chunk=st.sampled_from((2, 2000)))
    def load(self, loader: str, records: list[Record], chunk: int) -> None:
        """Load records, those of before among them in another form."""
        self._load(loader, records, chunk)

    @precondition(lambda self: self.said["other"])
    @rule()
    def unload(self) -> None:
        """Take out what one loader said."""
        self._run(unload, self.graph, "other")
        self.said["other"].clear()
        self._loaded()

    @precondition(lambda self: len(self.said["other"]) > 1)
    @rule(which=picks)
    def release(self, which: int) -> None:
        """Take out what the next release of a loader's records has no more."""
        keys = sorted({key[:2] for key in self.said["other"]})
        kept = [key for number, key in enumerate(keys) if (which >> number) & 1]
        if kept:
            self._run(self._keep, {key: one for key, one in self.said["other"].items() if key[:2] in kept})
            self._loaded()

    async def _keep(self, kept: dict[tuple[str, str, str], Record]) -> None:
        source = replace(sources()["sample"], name="other")
        release = SourceRelease(source, [write_records(self.folder, list(kept.values()), "release.json")])
        await unload(self.graph, "other", UnloadSelection(absent_from=release))
        self.said["other"] = kept

    @rule(how=st.sampled_from((merge, keep_apart)), one=picks, other=picks)
    def decide(self, how: Decide, one: int, other: int) -> None:
        """Join two things of one kind, where there are two, or say that they are two."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for thing in self._things():
            kinds[thing[:2]].append(thing)
        pairs = [each for each in kinds.values() if len(each) > 1]
        if pairs:
            ids = pairs[one % len(pairs)]
            first = ids[one % len(ids)]
            rest = [each for each in ids if each != first]
            self._decide(how, first, rest[other % len(rest)], ANN)

    @rule(one=picks, away=picks)
    def split(self, one: int, away: int) -> None:
        """Part one record of a thing that has several from the others."""
        several = {thing: records for thing, records in self._things().items() if len(records) > 1}
        if several:
            thing = list(several)[one % len(several)]
            records = sorted({record.split(" ")[1] for record in several[thing]})
            self._decide(split, thing, [records[away % len(records)]], ANN)

    @precondition(lambda self: set(self.made) - self.undone)
    @rule(which=picks)
    def undo(self, which: int) -> None:
        """Take one of the decisions back, not the last of necessity."""
        standing = [key for key in self.made if key not in self.undone]
        key = standing[which % len(standing)]
        self._run(revoke, self.graph, key, ANN)
        self.undone.add(key)
        self._check()

    def teardown(self) -> None:
        """Hold the graph against one into which all that is in force was loaded in another order."""
        try:
            if self.loads:
                self._run(self._hold)
        finally:
            super().teardown()

    async def _hold(self) -> None:
        lines = await export(self.graph)
        log = await decisions(self.graph, None, 100)
        chance = random.Random(len(lines))  # noqa: S311 no secret
        said: dict[str, list[Record]] = {loader: list(records.values()) for loader, records in self.said.items()}
        said["curator"] = [one for one in log if one.key in self.made]
        await emptied(self.graph)
        for loader in chance.sample(list(said), len(said)):
            chance.shuffle(said[loader])
            await load_records(self.graph, self.folder, said[loader], chunk=3, loader=loader)
        other = sorted(set(lines) ^ set(await export(self.graph)))
        assert not other, other

    def _load(self, loader: str, records: list[Record], chunk: int) -> None:
        undated = {self._key(one): structs.replace(one, revised=None) for one in records}
        self._run(lambda: load_records(self.graph, self.folder, list(undated.values()), chunk=chunk, loader=loader))
        self.said[loader] |= undated
        self._loaded()

    @staticmethod
    def _key(one: Record) -> tuple[str, str, str]:
        return (one.source, one.key, str(encoded(one)) if one.in_passing else "")

    def _loaded(self) -> None:
        self.loads += 1
        self._check()

    def _decide(self, how: Decide, *what: object) -> None:
        try:
            self.made.append(self._run(how, self.graph, *what).key)
        except CurationError:
            return
        self._check()

    def _things(self) -> Known:
        """Return what is there with the records that speak of it, in an order that ids have no part in."""
        spoken: dict[str, list[str]] = defaultdict(list)
        for one, record in self._run(self.graph.read, IDS).rows:
            spoken[str(one)].append(str(record))
        things = {one: tuple(sorted(records)) for one, records in spoken.items()}
        return dict(sorted(things.items(), key=lambda thing: (thing[0][:2], thing[1])))

    def _check(self) -> None:
        now = self._things()
        state = (self.loads, frozenset(self.made) - self.undone)
        assert self.seen.setdefault(state, now) == now, "the same is said and decided, and ids are others"
        self._run(self._check_network_copy)
        self._run(self.mirror.follow, self.graph)
        unknown = self._run(self.mirror.differing, self.graph)
        assert not unknown, unknown
        for one, into in self.mirror.merged.items():
            if into in self.mirror.things or into in self.mirror.merged:
                leads = (self._leads(one), self._leads(into))
                assert leads[0] == leads[1], f"{one} was merged into {into}, and they lead to {leads}"

    async def _check_network_copy(self) -> None:
        """Check that the copy of the co-author network, which followed all writes, equals a new one."""
        new = NetworkCopy(self.graph, LEASE_NAME, 10**9)
        await new.refresh()
        with capture_logs() as events:
            await self.network_copy.refresh()
        assert not [event for event in events if event["event"] == "network_copy_differs"]
        assert sorted_arcs(self.network_copy.network()) == sorted_arcs(new.network())

    def _leads(self, one: str) -> str | None:
        try:
            return self._run(lookup_entity, self.graph, one).id
        except CurationError:  # it was removed after all
            return None


def run_histories(address: Address, folder: Path, wanted: settings) -> None:
    """Run that many histories, each in an empty graph."""

    async def opened() -> Graph:
        return Graph(address)

    with start_blocking_portal() as portal, portal.wrap_async_context_manager(portal.call(opened)) as graph:
        attributes = {"portal": portal, "graph": graph, "folder": folder}
        machine = type("Here", (GraphHistory,), attributes)
        run_state_machine_as_test(machine, settings=settings(wanted, **STEPS))


@pytest.mark.full
def test_any_history_gives_graph_of_current_records(address: Address, tmp_path: Path) -> None:
    """After loads, decisions and revokes in any order, the graph, its IDs and its change feed are correct."""
    run_histories(address, tmp_path, settings(max_examples=4, derandomize=True))


@pytest.mark.full
@pytest.mark.timeout(3000)
def test_many_histories_give_graph_of_current_records(address: Address, tmp_path: Path) -> None:
    """The same property holds for hundreds of generated histories."""
    run_histories(address, tmp_path, settings(max_examples=300))
