"""What the works of two people say for and against their being one."""

from loaders.curation import compare as works
from loaders.curation.compare import people_compared
from loaders.curation.entity_lookup import PersonMention
from loaders.records.match_features import RecordRef
from loaders.resolution.mention_evidence import Mention


def named(name: str, key: str, title: str, year: int, venue: str) -> PersonMention:
    """Return a place at which somebody is named."""
    mention = Mention(RecordRef("x", key, "x"), "author", 1, name)
    return PersonMention(mention, name, 1, title, year, frozenset({venue}))


def test_works_far_apart_speak_against() -> None:
    """Years between, and no word of a title and no venue in common are told as what speaks against."""
    ours = [named("m wolf", "1", "The plumbing of minimal area metrics", 1992, "v")]
    theirs = [named("m wolf", "2", "Infundibulo-folliculitis", 1971, "w")]
    assert works.compare_works([one.appearance for one in ours], [one.appearance for one in theirs]) == (
        [],
        [
            "no shared title words",
            "no shared venue",
            "works 21 years apart: until 1971, from 1992 on",
        ],
    )


def test_works_alike_speak_for() -> None:
    """Words of titles and venues in common are told as what speaks for."""
    ours = [named("m wolf", "1", "Minimal area metrics", 1992, "v")]
    theirs = [named("m wolf", "2", "On metrics of minimal area", 1995, "v")]
    assert works.compare_works([one.appearance for one in ours], [one.appearance for one in theirs]) == (
        ["shared title words: metrics, minimal, area", "1 shared venue"],
        [],
    )


def test_initials_are_said_to_be_no_more() -> None:
    """A name in common that is initials and a family name is told as such; one written out, or of one word, is not."""
    for name, told in (
        ("m wolf", "same name: m wolf, initials only"),
        ("max wolf", "same name: max wolf"),
        ("plato", "same name: plato"),
    ):
        ours, theirs = (named(name, key, "Metrics", 1992, "v").mention for key in "12")
        assert people_compared([ours], [theirs]) == ([told], [])
