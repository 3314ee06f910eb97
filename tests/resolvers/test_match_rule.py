"""The matching rules alone: parsing and comparing names, titles and affiliations."""

import pytest

from normalization.text import fold
from resolvers.match.affiliation_text import country, expand_abbreviations
from resolvers.match.lucene_queries import name_query, title_query
from resolvers.match.papers import main_of
from resolvers.match.person_name_text import name_words
from resolvers.match.scoring import ScoredCandidate, rank_candidates
from resolvers.match.similarity import name_similarity, title_similarity


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Christopher D. Manning", "christopher d manning"),
        ("MANNING, Christopher D.", "christopher d manning"),
        ("Manning CD", "c d manning"),
        ("Manning C. D.", "c d manning"),
        ("C.D. Manning", "c d manning"),
        ("Dr. Chris Manning, PhD", "chris manning"),
        ("Chris Manning* (Stanford University)", "chris manning"),
        ("Chris Manning <chris@example.org>", "chris manning"),
        ("Thomas M\u00fcller 0005", "thomas muller"),
        ("O\u2019Brien, Pat, Jr.", "pat obrien"),
        ("Ng, An", "an ng"),
        ("LI WEI", "li wei"),
        ("Jean-Luc van der Berg", "jean luc van der berg"),
        ("Plato", "plato"),
        (", ,", ""),
        ("(?)", ""),
    ],
)
def test_name_words_normalizes_names(typed: str, words: str) -> None:
    """A name is normalized to given names first, without titles, addresses and marks."""
    assert " ".join(name_words(typed)) == words


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("chris manning", "chris manning", 100, 100),
        ("manning chris", "chris manning", 95, 99),
        ("xiaodong liu", "xiao dong liu", 95, 99),
        ("christopher manning", "christopher d manning", 95, 99),
        ("c manning", "christopher manning", 80, 89.9),
        ("c manning", "c manning", 80, 89.9),
        ("chris manning", "christopher manning", 80, 89.9),
        ("cristopher manning", "christopher manning", 90, 99),
        ("wei wang", "wen wang", 0, 89.9),
        ("li wang", "li yang", 0, 89.9),
        ("chao liu", "chao lin liu", 0, 89.9),
        ("erin manning", "chris manning", 0, 60),
        ("chris miller", "chris manning", 0, 40),
        ("manning", "chris manning", 0, 75),
        ("", "chris manning", 0, 0),
    ],
)
def test_name_similarity(one: str, other: str, least: float, most: float) -> None:
    """Equal names reach 90, the threshold of a match; initials, prefixes, short misspelled names
    and other names do not.
    """
    assert least <= name_similarity(one.split(), other.split()) <= most
    assert least <= name_similarity(other.split(), one.split()) <= most


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("Bleu: a Method", "BLEU - A method", 100, 100),
        ("Pretraining of Models", "Pre-training of models", 99, 99),
        ("A Mehtod for Evaluation of Translation", "A Method for Evaluation of Translation", 90, 99),
        ("Evaluation of Translation, a Method", "A Method: Evaluation of Translation", 90, 98),
        ("Deep Contexts", "Deep Contexts: A Study of Words", 90, 94),
        ("BERT", "BERT: Pre-training of Transformers", 80, 88),
        ("Attention is all you need", "Attention Is All You Need for Chinese Word Segmentation", 60, 88),
        ("Shared Task 2 on Parsing", "Shared Task 3 on Parsing", 50, 85),
        ("On Parsing: Part I", "On Parsing: Part II", 50, 88),
        ("Machine Translation", "Speech Recognition", 0, 50),
    ],
)
def test_title_similarity(one: str, other: str, least: float, most: float) -> None:
    """Misspelled titles reach 90; other numbers, one-word main titles and short prefixes do not."""
    assert least <= title_similarity(fold(one), main_of(one), fold(other), main_of(other)) <= most


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("Dept. of CS", "department of computer science"),
        ("Univ. of Foo", "university of foo"),
        ("U. of Foo", "university of foo"),
        ("Massachusetts Inst. of Tech.", "massachusetts institute of technology"),
        ("Georgia Tech", "georgia tech"),
        ("The Centre for X & Y, Ltd.", "center for x y"),
        ("Z\u00fcrich", "zurich"),
    ],
)
def test_abbreviations_are_expanded(typed: str, spelled: str) -> None:
    """Common abbreviations are expanded to the words of institution names."""
    assert expand_abbreviations(typed) == spelled


def test_country_names_are_normalized() -> None:
    """Different names of one country are normalized to one name."""
    assert country("U.S.A.") == country("United States of America") == country("United States")
    assert country("P.R. China") == country("China")


def test_match_requires_score_and_margin() -> None:
    """A match needs 90 points and a margin of 5; of equal candidates, the more prolific comes first."""

    def decide(*points: float) -> list[tuple[int, bool]]:
        found = rank_candidates([ScoredCandidate(i, one, [], weight=i) for i, one in enumerate(points)], 3)
        return [(one.index, one.match) for one in found]

    assert decide(89.9) == [(0, False)]
    assert decide(90) == [(0, True)]
    assert decide(90, 85.1) == [(0, False), (1, False)]
    assert decide(85, 90) == [(1, True), (0, False)]
    assert decide(100, 100) == [(1, False), (0, False)]
    assert decide(103, 100, 20) == [(0, False), (1, False)]
    assert decide() == []


def test_full_text_query_uses_one_property() -> None:
    """A query searches titles or names, with quoted or folded words, and is empty for empty input."""
    assert title_query("C++ (foo") == 'title:("C" foo~1)'
    assert name_query(["c", "manning"]) == "name:(+(manning~1) (c c*))"
    assert title_query("  ") == name_query([]) == name_query(["x"]) == ""
