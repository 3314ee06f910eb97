"""The rule of matching by itself: names, titles and affiliations taken apart and compared."""

import pytest

from normalization.text import fold
from resolvers.match import similarity as alike
from resolvers.match.affiliation_text import country, expand_abbreviations
from resolvers.match.lucene_queries import name_words as name_query
from resolvers.match.lucene_queries import title_words
from resolvers.match.papers import main_of
from resolvers.match.person_name_text import name_words
from resolvers.match.scoring import ScoredCandidate, rank_candidates


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
def test_a_name_in_any_form(typed: str, words: str) -> None:
    """A name comes out with the given names first, without titles, addresses and marks."""
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
def test_names_are_alike_as_far_as_the_rule_says(one: str, other: str, least: float, most: float) -> None:
    """Equal names reach 90, which a match needs; initials, beginnings, short misspelt names and others do not."""
    assert least <= alike.names(one.split(), other.split()) <= most
    assert least <= alike.names(other.split(), one.split()) <= most


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
def test_titles_are_alike_as_far_as_the_rule_says(one: str, other: str, least: float, most: float) -> None:
    """Spoiled titles reach 90; other numbers, one-word main titles and short cuts do not."""
    assert least <= alike.titles(fold(one), main_of(one), fold(other), main_of(other)) <= most


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("Dept. of CS", "department of computer science"),
        ("Univ. of Foo", "university of foo"),
        ("U. of Foo", "university of foo"),
        ("Massachusetts Inst. of Tech.", "massachusetts institute of technology"),
        ("Georgia Tech", "georgia tech"),
        ("The Center for X & Y, Ltd.", "center for x y"),
        ("Z\u00fcrich", "zurich"),
    ],
)
def test_abbreviations_are_spelled_out(typed: str, spelled: str) -> None:
    """Abbreviations that people use become the words that names have."""
    assert expand_abbreviations(typed) == spelled


def test_countries_have_one_name() -> None:
    """Names that mean one country are one."""
    assert country("U.S.A.") == country("United States of America") == country("United States")
    assert country("P.R. China") == country("China")


def test_a_match_is_sure_and_alone() -> None:
    """At least 90 points and 5 ahead; equals are no match, the more prolific first."""

    def decide(*points: float) -> list[tuple[int, bool]]:
        found = rank_candidates([ScoredCandidate(i, one, [], weight=i) for i, one in enumerate(points)], 3)
        return [(one.place, one.match) for one in found]

    assert decide(89.9) == [(0, False)]
    assert decide(90) == [(0, True)]
    assert decide(90, 85.1) == [(0, False), (1, False)]
    assert decide(85, 90) == [(1, True), (0, False)]
    assert decide(100, 100) == [(1, False), (0, False)]
    assert decide(103, 100, 20) == [(0, False), (1, False)]
    assert decide() == []


def test_queries_are_of_one_property() -> None:
    """A query speaks of titles or of names, with what is typed quoted or folded, and is empty where nothing was."""
    assert title_words("C++ (foo") == 'title:("C" foo~1)'
    assert name_query(["c", "manning"]) == "name:(+(manning~1) (c c*))"
    assert title_words("  ") == name_query([]) == name_query(["x"]) == ""
