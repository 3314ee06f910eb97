# ruff: noqa: RUF001 - texts with signs of every width and kind are what is tested
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.records import dates
from loaders.records import normalize as normalise
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Affiliation, Anchor, Author, Funding, Relation, TopicUse, VolumeUse
from loaders.records.record import (
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
)
from normalization.text import compatible, display_name, family_key, fold, sort_name, title_key
from normalization.text_repair import repair_text


def test_an_odd_id_does_not_cost_the_record() -> None:
    """A paper with an id out of form keeps it as it was said, and identifies nothing by it."""
    paper = normalise.normalize_record(
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
    assert dates.normalize_date(said) == said
    assert dates.precision(said) == precision
    assert dates.newest_first(said, "p_1") == order


def test_a_time_elsewhere_becomes_utc() -> None:
    """A time with an offset is told in UTC."""
    assert dates.normalize_date("2022-01-31T06:25:13+01:00") == "2022-01-31T05:25:13Z"


@pytest.mark.parametrize("said", ["", "22", "2022-13", "2022-02-30", "May 2022", "0022"])
def test_what_is_no_date_is_refused(said: str) -> None:
    """A month 13, the 30th of February and words raise."""
    with pytest.raises(InvalidRecordError, match="not a valid date"):
        dates.normalize_date(said)


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
        ("Nyberg, Eric H., 3rd", "Eric H. Nyberg 3rd", "nyberg eric h 3rd"),
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


@pytest.mark.parametrize(
    ("name", "family", "sorted_by"),
    [
        ("Eric H. Nyberg, 3rd", "Nyberg, 3rd", "nyberg eric h 3rd"),
        ("IsoQuest, Inc.", "IsoQuest, Inc.", "isoquest inc"),
        ("Laks Lakshmanan, V.S.", "Lakshmanan, V.S.", "lakshmanan v s laks"),
        ("\u201cHe,Ho-Ching\u201d Yen", "Yen", "yen he ho ching"),
    ],
)
def test_a_name_whose_parts_are_known_is_not_turned(name: str, family: str, sorted_by: str) -> None:
    """A comma in a name whose source tells its parts apart turns nothing round, in by-lines and records of people."""
    paper = PaperRecord(source="x", key="1", title="T", authors=(Author(name=name, family=family),))
    assert [one.name for one in normalise.normalize_record(paper).authors or ()] == [name]
    person = PersonRecord(source="x", key="1", ids=("acl-person:a-b",), names=(name, "B, A"), family=family)
    assert normalise.normalize_record(person).names == (name, "B, A")
    assert sort_name(name, family) == sorted_by
    assert normalise.normalize_record(PersonRecord(source="x", key="1", ids=person.ids, names=("B, A",))).names == (
        "A B",
    )


KEPT = (
    "中文詞彙語意資料的整合與擷取：詞彙語意學的觀點－－以「他」為例",
    "ＦＡＳＴ １２３（ｶﾅ）",
    "“Curly” ‘quotes’ … – — and ﬁne ligatures",
    "Q&amp;A of &lt;s&gt;",
    "naïve façade: Ã is a letter, so is ã",
    "‎میخواهم ‌و 👩‍💻",
)


@pytest.mark.parametrize("text", KEPT)
def test_a_text_is_kept_as_its_source_gives_it(text: str) -> None:
    """Full-width signs, curly quotes, ligatures, entities, accents and joiners stay as they are."""
    assert repair_text(text) == text


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("UniversitÃ© Paris-Saclay", "Université Paris-Saclay"),
        ("the viewerâ€™s perspective", "the viewer’s perspective"),
        ("κ and \xcf\x80", "κ and π"),
        ("the user\x92s \x931984\x94 \x96 dont d\x92une", "the user’s “1984” – dont d’une"),
        ("th\x8eoriques", "th\ufffdoriques"),
        ("\x93th\x8eoriques\x94", "\ufffdth\ufffdoriques\ufffd"),
        ("Garc\x92a", "Garc\ufffda"),
        ("\x80Â¡", "\ufffd¡"),
        ("Ã\x00©", "é"),
        ("Saarbru\u0308cken", "Saarbrücken"),
        ("BLEU\ufeff", "BLEU"),
        ("a\x00b\x1b[31mc\x7fd\x1be", "abcde"),
        (" over\ntwo\t lines\xa0", "over two lines"),
    ],
)
def test_only_what_is_certainly_broken_is_mended(said: str, kept: str) -> None:
    """UTF-8 read as another encoding and signs of Windows-1252 are mended; an unknown byte is shown as unknown."""
    assert repair_text(said) == kept
    assert repair_text(kept) == kept


INVISIBLE = ["\ufeff", "\u200b", " \u200d\u2060 ", "\u00ad", "\x00", "\u3164", "\ufe0f", "\u2800"]


@pytest.mark.parametrize("nothing", INVISIBLE)
def test_a_text_that_shows_nothing_is_none(nothing: str) -> None:
    """An affiliation, alias, name or award of invisible characters alone goes; beside letters they stay."""
    place = Affiliation(text=nothing)
    paper = PaperRecord(
        source="a",
        key="1",
        title="T",
        authors=(Author(name="A", affiliations=(place, Affiliation(text="U"))),),
        funding=(Funding(funder="funder:10.13039/1", awards=(nothing, "X1")),),
        awards=(nothing,),
        abstract=nothing,
    )
    kept = normalise.normalize_record(paper)
    assert kept.authors is not None
    assert kept.authors[0].affiliations == (Affiliation(text="U"),)
    assert kept.funding is not None
    assert (kept.funding[0].awards, kept.awards, kept.abstract) == (("X1",), (), None)
    home = normalise.normalize_record(
        InstitutionRecord(source="a", key="1", name="U", aliases=(nothing, "V"), acronyms=(nothing,))
    )
    assert (home.aliases, home.acronyms) == (("V",), ())
    payer = normalise.normalize_record(FunderRecord(source="a", key="1", name="F", aliases=(nothing, "F", "G")))
    assert payer.aliases == ("G",)
    person = normalise.normalize_record(
        PersonRecord(source="a", key="1", ids=("orcid:0000-0002-1825-0097",), names=(nothing, "A"))
    )
    assert person.names == ("A",)
    with pytest.raises(InvalidRecordError, match="the title is empty"):
        normalise.normalize_record(PaperRecord(source="a", key="1", title=nothing))


def test_joiners_between_letters_stay() -> None:
    """A word of Persian keeps the sign that holds its letters apart."""
    assert repair_text("\u0645\u06cc\u200c\u0631\u0648\u062f") == "\u0645\u06cc\u200c\u0631\u0648\u062f"


def test_no_field_of_any_record_keeps_a_control_character() -> None:
    """ESC, NUL and the like go out of each text of whatever kind of record, and TeX's backslashes stay."""
    bad = "\x1b[31mA\x00\x08\x0c\x7fB\\beta \\u0015"
    institution = InstitutionRecord(
        source="ror",
        key="a",
        name=bad,
        acronyms=(bad,),
        city=bad,
        country_code=bad,
        types=(bad,),
        website=bad,
        relations=(Relation(kind="parent", target="grid:1"),),
    )
    cleaned = normalise.normalize_record(institution)
    good = "A B\\beta \\u0015"
    assert cleaned == InstitutionRecord(
        source="ror",
        key="a",
        name=good,
        acronyms=(good,),
        city=good,
        country_code=good,
        types=(good,),
        website=good,
        relations=(Relation(kind="parent", target="grid:1"),),
    )
    paper = PaperRecord(source="x", key="1", title="T", abstract="of \\beta and \\frac", language="e\x1bn")
    assert (normalise.normalize_record(paper).abstract, normalise.normalize_record(paper).language) == (
        "of \\beta and \\frac",
        "en",
    )


@pytest.mark.parametrize("unseen", ["\x00", "\x1b", "\x9f", "\u200f", "\u202e"])
def test_an_id_with_a_control_character_becomes_no_other(unseen: str) -> None:
    """It identifies nothing and is kept with the sign's number; a volume or subject named so is left out."""
    number = f"\\u{ord(unseen):04x}"
    paper = PaperRecord(
        source="x",
        key="1",
        title="T\x00",
        ids=(f"doi:10.1000/a{unseen}b", "acl:P02-1040"),
        same_work=(f"doi:10.1000/c{unseen}",),
        authors=(Author(name="A", ids=(f"sample-person:a{unseen}b",)),),
        topics=(TopicUse(scheme="s", code=f"c{unseen}s"), TopicUse(scheme="s", code="cs")),
        appeared_in=VolumeUse(volume=f"x:v{unseen}"),
    )
    kept = normalise.normalize_record(paper)
    assert (kept.title, kept.ids, kept.same_work) == ("T", ("acl:P02-1040",), ())
    assert kept.odd_ids == (f"doi:10.1000/a{number}b", f"doi:10.1000/c{number}")
    assert kept.authors == (Author(name="A", odd_ids=(f"sample-person:a{number}b",)),)
    assert (kept.topics, kept.appeared_in) == ((TopicUse(scheme="s", code="cs"),), None)


SAID_SO = r"has a control character: a\\u0000b"


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (PaperRecord(source="x", key="a\x00b", title="T"), f"its key {SAID_SO}"),
        (PaperRecord(source="a\x00b", key="1", title="T"), f"its source {SAID_SO}"),
        (VenueRecord(source="x", key="a\x00b", name="N"), f"its key {SAID_SO}"),
        (TopicRecord(source="x", key="1", scheme="s", code="a\x00b", name="N"), f"its code {SAID_SO}"),
        (TopicRecord(source="x", key="1", scheme="s", code="a", parent="a\x00b", name="N"), f"its parent {SAID_SO}"),
    ],
)
def test_a_key_with_a_control_character_costs_the_record(record: Record, why: str) -> None:
    """It is rejected with its reason, and does not stand for the record whose key has no such sign."""
    with pytest.raises(InvalidRecordError, match=why):
        normalise.normalize_record(record)


def test_a_decision_about_a_key_with_a_control_character_is_refused() -> None:
    """A person's decision never becomes one about the record whose key has no such sign."""
    one, other = Anchor(source="x", key="a\x00b"), Anchor(source="x", key="c")
    decision = DecisionRecord(
        source="curator",
        key="1",
        verdict="same",
        about="paper",
        left=(one,),
        right=(other,),
        by="me",
        timestamp="2026-01-01",
    )
    with pytest.raises(InvalidRecordError, match="a control character"):
        normalise.normalize_record(decision)


@given(st.text() | st.text(alphabet="Ã©Â¡â€™\x80\x92\x93\x8e\xa0\x00\x1b[m e\u0301"))
def test_tidying_twice_is_tidying_once(text: str) -> None:
    """Any text that was tidied stays as it is when it is tidied again, and holds no control character."""
    once = repair_text(text)
    assert repair_text(once) == once
    assert not any(unicodedata.category(one) in {"Cc", "Cs"} for one in once)
