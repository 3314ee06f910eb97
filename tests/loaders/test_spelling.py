import pytest
from hypothesis import given
from hypothesis import strategies as st

from cypher.folding import compatible, display_name, family_key, fold, sort_name, title_key
from loaders import dates, normalise
from loaders.parts import Author
from loaders.record import PaperRecord
from loaders.source import RecordError


def test_an_odd_id_does_not_cost_the_record() -> None:
    """A paper with an id out of form keeps it as it was said, and identifies nothing by it."""
    paper = normalise.cleaned(
        PaperRecord(source="x", key="1", title="T", ids=("doi:nonsense", "acl:P02-1040"), authors=(Author(name="A B"),))
    )
    assert paper.ids == ("acl:P02-1040",)
    assert paper.odd_ids == ("doi:nonsense",)


@pytest.mark.parametrize(
    ("said", "precision", "order"),
    [
        ("2022", "year", "79779999p_1"),
        ("2022-01", "month", "79779899p_1"),
        ("2022-01-28", "day", "79779871p_1"),
        ("2022-01-31T05:25:13Z", "second", "79779868p_1"),
    ],
)
def test_a_date_stays_as_precise_as_it_was_said(said: str, precision: str, order: str) -> None:
    """A year alone stays a year, and the sort key counts an unknown month or day as 00."""
    assert dates.normal(said) == said
    assert dates.precision(said) == precision
    assert dates.newest_first(said, "p_1") == order


def test_a_time_elsewhere_becomes_utc() -> None:
    """A time with an offset is told in UTC."""
    assert dates.normal("2022-01-31T06:25:13+01:00") == "2022-01-31T05:25:13Z"


@pytest.mark.parametrize("said", ["", "22", "2022-13", "2022-02-30", "May 2022", "0022"])
def test_what_is_no_date_is_refused(said: str) -> None:
    """A month 13, the 30th of February and words raise."""
    with pytest.raises(RecordError, match="no date"):
        dates.normal(said)


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ("m shoeybi", "mohammad shoeybi", True),
        ("m k shoeybi", "mohammad shoeybi", True),
        ("mark shoeybi", "mohammad shoeybi", False),
        ("m shoeybi", "m patwary", False),
        ("shoeybi", "mohammad shoeybi", False),
    ],
)
def test_initials_fit_the_names_that_they_begin(one: str, other: str, *, fits: bool) -> None:
    """Given names fit where they are equal or one is the other's initial, under one family name."""
    assert compatible(one, other) is fits
    assert compatible(other, one) is fits


@pytest.mark.parametrize(
    ("said", "printed", "sorted_by"),
    [
        ("O'Brien, Pat Jr.", "Pat O'Brien Jr.", "obrien pat jr"),
        ("O'Brien, Pat, Jr.", "Pat O'Brien Jr.", "obrien pat jr"),
        ("O'Brien, Jr., Pat", "Pat O'Brien Jr.", "obrien pat jr"),
        ("O'Brien Jr., Pat", "Pat O'Brien Jr.", "obrien pat jr"),
        ("Pat O'Brien Jr.", "Pat O'Brien Jr.", "obrien pat jr"),
        ("King, Martin Luther III", "Martin Luther King III", "king martin luther iii"),
        ("Martin Luther King, Jr", "Martin Luther King, Jr", "king martin luther jr"),
        ("van Beethoven, Ludwig", "Ludwig van Beethoven", "van beethoven ludwig"),
        ("Smith, J. II", "J. Smith II", "smith j ii"),
        ("Smith, Jr.", "Smith, Jr.", "smith jr"),
        ("Smith, John, of York", "John of York Smith", "smith john of york"),
        ("Smith,", "Smith", "smith"),
        ("Jr.", "Jr.", "jr"),
    ],
)
def test_a_suffix_stands_last(said: str, printed: str, sorted_by: str) -> None:
    """Jr., II and the like end a name that is turned round, wherever they stood, and sort after the given names."""
    assert display_name(said) == printed
    assert sort_name(printed) == sorted_by
    assert display_name(printed) == printed


def test_names_and_titles_meet_whatever_their_spelling() -> None:
    """Accents, apostrophes, hyphens, case, order and suffixes do not keep names and titles apart."""
    assert fold("Müller-Lüdenscheidt, O\u2019Neil") == fold("muller ludenscheidt ONEIL")
    assert display_name("Beethoven, Ludwig van") == "Ludwig van Beethoven"
    assert display_name("Jared Casper, Jr.") == "Jared Casper, Jr."
    assert family_key(fold("Jared Casper, Jr.")) == "casper"
    assert sort_name("Ludwig van Beethoven") == "van beethoven ludwig"
    assert title_key("Pre-training\n of X", 2020, "J. Casper") == title_key("Pretraining of X", 2020, "Jared Casper")
    assert title_key("T", None, "J. Casper") is None
    assert title_key("T", 2020, "") is None


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    """Any text folds to lower-case ASCII words that fold to themselves."""
    once = fold(text)
    assert once == fold(once)
    assert once.isascii()
