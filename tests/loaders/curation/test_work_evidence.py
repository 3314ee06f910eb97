"""Evidence for and against a match from the works of two people."""

from loaders.curation import compare as works
from loaders.curation.compare import people_compared
from loaders.curation.entity_lookup import PersonMention
from loaders.records.match_features import RecordRef
from loaders.resolution.mention_evidence import Mention


def person_mention(name: str, key: str, title: str, year: int, venue: str) -> PersonMention:
    """Return a mention of a person in one work."""
    mention = Mention(RecordRef("x", key, "x"), "author", 1, name)
    return PersonMention(mention, name, 1, title, year, frozenset({venue}))


def test_distant_works_are_evidence_against_match() -> None:
    """Years between works, no shared title word and no shared venue are evidence against a match."""
    ours = [person_mention("m wolf", "1", "The plumbing of minimal area metrics", 1992, "v")]
    theirs = [person_mention("m wolf", "2", "Infundibulo-folliculitis", 1971, "w")]
    assert works.compare_works([one.appearance for one in ours], [one.appearance for one in theirs]) == (
        [],
        [
            "no shared title words",
            "no shared venue",
            "works 21 years apart: until 1971, from 1992 on",
        ],
    )


def test_similar_works_are_evidence_for_match() -> None:
    """Shared title words and venues are evidence for a match."""
    ours = [person_mention("m wolf", "1", "Minimal area metrics", 1992, "v")]
    theirs = [person_mention("m wolf", "2", "On metrics of minimal area", 1995, "v")]
    assert works.compare_works([one.appearance for one in ours], [one.appearance for one in theirs]) == (
        ["shared title words: metrics, minimal, area", "1 shared venue"],
        [],
    )


def test_initials_only_name_is_labeled_in_evidence() -> None:
    """The evidence marks a shared name of initials and family name, but not a full or one-word name."""
    for name, told in (
        ("m wolf", "same name: m wolf, initials only"),
        ("max wolf", "same name: max wolf"),
        ("plato", "same name: plato"),
    ):
        ours, theirs = (person_mention(name, key, "Metrics", 1992, "v") for key in "12")
        assert people_compared([ours], [theirs]) == ([told], [])
