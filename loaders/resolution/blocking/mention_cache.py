"""Mentions that a load has fetched or written, by name key, so that later batches need not fetch them again.

Only the holder of the writer lease changes mentions, so the cache of a load stays equal to the graph. It holds whole
blocks: all mentions under a key. The least recently used blocks are dropped if it becomes too large. It also knows keys
without open mentions, and the owners of person IDs.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping

from loaders.records.match_features import RecordRef
from loaders.resolution.mention_evidence import Mention

MAX_MENTIONS = 250_000
"""Maximum number of mentions, which need about 160 MB."""
MAX_KEYS = 200_000
"""Maximum number of closed keys, and of owners of IDs."""


class MentionCache:
    """The mentions of the graph under some name keys."""

    def __init__(self, max_mentions: int = MAX_MENTIONS) -> None:
        self._blocks: OrderedDict[str, list[Mention]] = OrderedDict()
        self._max_mentions = max_mentions
        self._count = 0
        self.shared_works: set[str] = set()
        """Entities that several records describe, among those of the mentions."""
        self.closed_keys: set[str] = set()
        """Keys without an open mention in the graph."""
        self.owners: dict[str, str] = {}
        """Person ID -> Byline ID of its owner in the graph."""

    def get(self, key: str) -> list[Mention] | None:
        """Return all mentions of the graph under a key; None if they are not known."""
        block = self._blocks.get(key)
        if block is not None:
            self._blocks.move_to_end(key)
        return block

    def put(self, key: str, mentions: list[Mention]) -> None:
        """Set the mentions under a key."""
        self.discard((key,))
        self._blocks[key] = mentions
        self._count += len(mentions)
        while self._count > self._max_mentions:
            _, dropped = self._blocks.popitem(last=False)
            self._count -= len(dropped)

    def discard(self, keys: Iterable[str]) -> None:
        """Forget the mentions under some keys."""
        for key in keys:
            self._count -= len(self._blocks.pop(key, ()))

    def set_works(self, mentions: Iterable[Mention]) -> None:
        """Set for the works of a batch whether several records describe them.

        Args:
            mentions: all mentions of the works, after the batch.
        """
        refs_of_works: dict[str, set[RecordRef]] = defaultdict(set)
        for mention in mentions:
            if mention.work:
                refs_of_works[mention.work].add(mention.ref)
        self.shared_works.update(work for work, refs in refs_of_works.items() if len(refs) > 1)
        self.shared_works.difference_update(work for work, refs in refs_of_works.items() if len(refs) == 1)

    def add_closed_keys(self, closed_keys: set[str], open_keys: set[str]) -> None:
        """Add keys without an open mention, and remove keys that may have an open mention now."""
        if len(self.closed_keys) > MAX_KEYS:
            self.closed_keys.clear()
        self.closed_keys |= closed_keys
        self.closed_keys -= open_keys

    def set_owners(self, changed_ids: Iterable[str], owners: Mapping[str, str]) -> None:
        """Set the owners of IDs. The IDs of `changed_ids` that have no new owner have none."""
        if len(self.owners) > MAX_KEYS:
            self.owners.clear()
        for identifier in changed_ids:
            self.owners.pop(identifier, None)
        self.owners.update(owners)
