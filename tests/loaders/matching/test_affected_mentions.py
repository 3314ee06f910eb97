"""Clustering only the mentions that a batch affects gives the same people as clustering all of them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from loaders.records.match_features import RecordRef
from loaders.resolution.mention_evidence import Mention, MentionKey
from loaders.resolution.mentions import affected_mentions
from loaders.resolution.people import Person, cluster_people
from loaders.resolution.person_name_keys import blocking_key, is_rare_in_venue

NAMES = (
    "ada lovelace", "a lovelace", "ada m lovelace", "ada mary lovelace", "a mary lovelace", "anna lovelace",
    "a m lovelace", "wei wang", "xiaoming wang", "xiao ming wang", "w wang", "charles babbage", "c babbage",
    "mark johnson", "mark e johnson",
)  # fmt: skip
IDS = ("orcid:1", "orcid:2", "openalex:a1", "openalex:a2")
PLACES = ("leeds", "lyon")

authors = st.tuples(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(IDS), max_size=2, unique=True).map(sorted),
    st.sets(st.sampled_from(PLACES), max_size=1),
)
bylines = st.tuples(st.integers(0, 9), st.lists(authors, min_size=1, max_size=3))
"""The number of a work, which implies its venue, and the authors that a record of it states."""
VENUES = 3
"""Number of venues; some works have none."""


def mentions_of_byline(key: int, work: int, listed: Sequence[tuple[str, list[str], set[str]]]) -> list[Mention]:
    """Return the mentions of a record."""
    ref = RecordRef("source", str(key), "loader")
    keys = [blocking_key(name) for name, _, _ in listed]
    return [
        Mention(
            ref,
            "author",
            position,
            name,
            tuple(ids),
            (*keys[: position - 1], *keys[position:]),
            tuple(sorted(places)),
            f"w{work}",
            venue_ids=(f"venue:{work % VENUES}",) if work % VENUES and is_rare_in_venue(name) else (),
        )
        for position, (name, ids, places) in enumerate(listed, 1)
    ]


def decided(people: Sequence[Person]) -> dict[MentionKey, tuple[frozenset[MentionKey], str, bool]]:
    """Return for each mention the other mentions of its person, the rule, and whether the person is ambiguous."""
    return {
        mention.mention_key: (
            frozenset(other.mention_key for other in person.mentions),
            person.rules[mention],
            person.ambiguous,
        )
        for person in people
        for mention in person.mentions
    }


@settings(max_examples=300, deadline=None)
@given(
    stored=st.lists(bylines, max_size=8),
    new=st.lists(bylines, max_size=3),
    replaced=st.integers(0, 2),
)
def test_affected_mentions_give_result_of_all_mentions(
    stored: list[tuple[int, list[tuple[str, list[str], set[str]]]]],
    new: list[tuple[int, list[tuple[str, list[str], set[str]]]]],
    replaced: int,
) -> None:
    """New, replaced and removed records change only affected mentions, and these as if all were clustered again."""
    numbers = count()
    before = [
        mention for number, (work, listed) in enumerate(stored) for mention in mentions_of_byline(number, work, listed)
    ]
    people = cluster_people(before)
    person_of = {
        mention.mention_key: f"r{number}" for number, person in enumerate(people) for mention in person.mentions
    }
    before = [replace(mention, person=person_of[mention.mention_key]) for mention in before]
    changed = {RecordRef("source", str(number), "loader") for number in range(min(replaced, len(stored)))}
    batch = [
        mention
        for work, listed in new
        for mention in mentions_of_byline(next(numbers) + max(len(stored) - 1, 0), work, listed)
        if mention.ref not in changed
    ]
    changed |= {mention.ref for mention in batch}
    everything = [mention for mention in before if mention.ref not in changed] + batch
    affected = affected_mentions(everything, [mention for mention in before if mention.ref in changed], changed)
    whole, part, earlier = decided(cluster_people(everything)), decided(cluster_people(affected)), decided(people)
    assert {key: whole[key] for key in part} == part
    assert {key: whole[key] for key in whole if key not in part} == {
        key: earlier[key] for key in whole if key not in part
    }


def test_unrelated_mentions_are_not_affected() -> None:
    """A mention with other co-authors and a frequent name stays as it is."""
    stored = mentions_of_byline(1, 1, [("wei wang", [], set()), ("ada lovelace", [], set())])
    batch = mentions_of_byline(2, 2, [("wei wang", [], set()), ("charles babbage", [], set())])
    affected = affected_mentions([*stored, *batch], [], {batch[0].ref})
    assert affected == batch
