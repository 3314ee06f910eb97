"""Find the names that decisions refer to: by record, role, and the spelling at the time of the decision or now.

If a source corrects the spelling of a name, the decision refers to the one name in the record that is compatible.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from loaders.records.grouping import group_by_key
from loaders.records.parts import Anchor
from loaders.resolution.mention_evidence import Mention, MentionKey
from normalization.text import compatible, fold

NameLocation: TypeAlias = tuple[str, str, str]
"""Source and key of a record, and the role in which it names people."""
NameReference: TypeAlias = tuple[str, str, str, str, int]
"""A reference to a name: source, key and role, the folded name in the decision, and its ordinal among equal names."""
MentionsByName: TypeAlias = Mapping[str, Sequence[Mention]]
"""Mentions by folded name, in the order of the record."""


def name_location(anchor: Anchor) -> NameLocation:
    """Return the record and role of an anchor's name."""
    return str(anchor.source), str(anchor.key), str(anchor.role)


def resolve_name(name: str, names: Collection[str]) -> str | None:
    """Return the folded name in a record that a decision refers to: the equal name, else the only compatible one, else
    None.
    """
    if name in names:
        return name
    fitting = [candidate for candidate in names if compatible(candidate, name)]
    return fitting[0] if len(fitting) == 1 else None


def name_reference(anchor: Anchor) -> NameReference:
    """Return the reference of an anchor to a name."""
    return (*name_location(anchor), fold(anchor.name or ""), anchor.nth)


def referenced_mentions(
    anchor: Anchor, by_record: Mapping[NameLocation, Sequence[MentionsByName]]
) -> Iterator[Mention]:
    """Yield the mentions that an anchor refers to by name: one per loader's version of the record (`by_record`)."""
    if anchor.name:
        for version in by_record.get(name_location(anchor), ()):
            name = resolve_name(fold(anchor.name), version)
            yield from version[name][anchor.nth - 1 : anchor.nth] if name else ()


def name_references(mentions: Iterable[Mention], anchors: Iterable[Anchor]) -> dict[MentionKey, set[NameReference]]:
    """Return the references of anchors to each mention, even if it has been respelled."""
    by_mention: dict[MentionKey, set[NameReference]] = defaultdict(set)
    name_anchors = [anchor for anchor in anchors if anchor.name]
    by_record = mentions_by_record(mentions) if name_anchors else {}
    for anchor in name_anchors:
        for mention in referenced_mentions(anchor, by_record):
            by_mention[mention.mention_key].add(name_reference(anchor))
    return dict(by_mention)


def mentions_by_record(mentions: Iterable[Mention]) -> dict[NameLocation, list[MentionsByName]]:
    """Return the mentions of each record and role by folded name, in order, with one mapping per loader's version."""
    ordered = sorted(mentions, key=lambda mention: mention.mention_key)
    by_location: dict[NameLocation, list[MentionsByName]] = defaultdict(list)
    for (ref, role), record_mentions in group_by_key(
        ((mention.ref, mention.role), mention) for mention in ordered
    ).items():
        by_location[ref.source, ref.key, role].append(
            group_by_key((mention.folded, mention) for mention in record_mentions)
        )
    return by_location
