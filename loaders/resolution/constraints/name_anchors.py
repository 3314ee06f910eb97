"""Find the mentions to which decisions refer by the source and key of a record, a role, and a name.

A source may have corrected the name since the decision. The decision then refers to the only name in the record that is
compatible with the name in the decision.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from loaders.records.grouping import group_by_key
from loaders.records.parts import Anchor
from loaders.resolution.mention_evidence import Mention, MentionKey
from normalization.text import are_compatible_names, fold

NameLocation: TypeAlias = tuple[str, str, str]
"""Source and key of a record, and the role in which it names people."""
NameReference: TypeAlias = tuple[str, str, str, str, int]
"""How a decision refers to a name: source, key and role, the folded name, and its ordinal among equal names, from 1."""
MentionsByName: TypeAlias = Mapping[str, Sequence[Mention]]
"""Folded name -> mentions with this name in one record and role, by position."""


def name_location(anchor: Anchor) -> NameLocation:
    """Return the source, key and role in which an anchor names a person."""
    return str(anchor.source), str(anchor.key), str(anchor.role)


def resolve_name(name: str, record_names: Collection[str]) -> str | None:
    """Return the name of a record to which a folded name in a decision refers.

    It is the equal name; if there is none, the only compatible name; otherwise None.

    Args:
        name: folded name in the decision.
        record_names: folded names in the record now.
    """
    if name in record_names:
        return name
    compatible_names = [candidate for candidate in record_names if are_compatible_names(candidate, name)]
    return compatible_names[0] if len(compatible_names) == 1 else None


def name_reference(anchor: Anchor) -> NameReference:
    """Return an anchor that names a person as a reference."""
    return (*name_location(anchor), fold(anchor.name or ""), anchor.nth)


def referenced_mentions(
    anchor: Anchor, mentions_by_location: Mapping[NameLocation, Sequence[MentionsByName]]
) -> Iterator[Mention]:
    """Yield the mentions to which an anchor refers by name: at most one for each loader that has stored the record."""
    if anchor.name:
        for version in mentions_by_location.get(name_location(anchor), ()):
            name = resolve_name(fold(anchor.name), version)
            yield from version[name][anchor.nth - 1 : anchor.nth] if name else ()


def name_references(mentions: Iterable[Mention], anchors: Iterable[Anchor]) -> dict[MentionKey, set[NameReference]]:
    """Map each mention to the references of the anchors that name it, even if a source has corrected the name since."""
    by_mention: dict[MentionKey, set[NameReference]] = defaultdict(set)
    name_anchors = [anchor for anchor in anchors if anchor.name]
    by_location = mentions_by_record(mentions) if name_anchors else {}
    for anchor in name_anchors:
        for mention in referenced_mentions(anchor, by_location):
            by_mention[mention.mention_key].add(name_reference(anchor))
    return dict(by_mention)


def mentions_by_record(mentions: Iterable[Mention]) -> dict[NameLocation, list[MentionsByName]]:
    """Map each record and role to its mentions by folded name, one mapping per loader that has stored the record."""
    ordered = sorted(mentions, key=lambda mention: mention.mention_key)
    by_location: dict[NameLocation, list[MentionsByName]] = defaultdict(list)
    for (ref, role), record_mentions in group_by_key(
        ((mention.ref, mention.role), mention) for mention in ordered
    ).items():
        by_location[ref.source, ref.key, role].append(
            group_by_key((mention.folded_name, mention) for mention in record_mentions)
        )
    return by_location
