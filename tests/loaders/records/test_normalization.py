# ruff: noqa: RUF001 - texts with signs of every width and kind are what is tested
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nameparser import HumanName

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
from normalization.text import (
    are_compatible_names,
    display_name,
    family_key,
    fold,
    plain_family_name,
    sort_name,
    title_key,
)
from normalization.text_repair import repair_text


def test_invalid_id_does_not_reject_record() -> None:
    """A paper with a malformed ID stores it verbatim as an odd ID that identifies nothing."""
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
def test_date_preserves_precision(said: str, precision: str, order: str) -> None:
    """A year alone stays a year, and the sort key counts an unknown month or day as 00."""
    assert dates.normalize_date(said) == said
    assert dates.precision(said) == precision
    assert dates.newest_first_key(said, "p_1") == order


def test_time_with_offset_becomes_utc() -> None:
    """A time with an offset is converted to UTC."""
    assert dates.normalize_date("2022-01-31T06:25:13+01:00") == "2022-01-31T05:25:13Z"


@pytest.mark.parametrize("said", ["", "22", "2022-13", "2022-02-30", "May 2022", "0022"])
def test_invalid_date_is_rejected(said: str) -> None:
    """Month 13, February 30 and words raise an error."""
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
def test_given_names_match_equal_names_and_initials(one: str, other: str, *, fits: bool) -> None:
    """Given names are compatible if equal or if one is the initial of the other, with the same family name."""
    assert are_compatible_names(one, other) is fits
    assert are_compatible_names(other, one) is fits


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
def test_name_suffix_comes_last(said: str, printed: str, sorted_by: str) -> None:
    """Jr., II and other suffixes end an inverted name wherever they stood, and sort after the given names."""
    assert display_name(said) == printed
    assert sort_name(printed) == sorted_by
    assert display_name(printed) == printed


def test_name_and_title_keys_ignore_spelling_differences() -> None:
    """Accents, apostrophes, hyphens, case, order and suffixes do not affect name and title keys."""
    assert fold("Müller-Lüdenscheidt, O\u2019Neil") == fold("muller ludenscheidt ONEIL")
    assert display_name("Beethoven, Ludwig van") == "Ludwig van Beethoven"
    assert display_name("Jared Casper, Jr.") == "Jared Casper, Jr."
    assert family_key(fold("Jared Casper, Jr.")) == "casper"
    assert sort_name("Ludwig van Beethoven") == "van beethoven ludwig"
    assert title_key("Pre-training\n of X", 2020, "J. Casper") == title_key("Pretraining of X", 2020, "Jared Casper")
    assert title_key("T", None, "J. Casper") is None
    assert title_key("$\\mu$KE for $\\mathbf{x}$ in $\\Omega$", 2020, "J. Casper") == title_key(
        "\u03bcKE for x in \u03a9", 2020, "J. Casper"
    )
    assert title_key("T", 2020, "") is None


WORDS = (
    "Ada",
    "J.",
    "M",
    "E",
    "van",
    "de",
    "Al-Hassan",
    "O'Brien",
    "King",
    "nee",
    "Ma",
    "Lovelace",
    "Kr\u00fcger",
    "and",
    "II",
)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_family_name_of_plain_names_is_that_of_nameparser(words: list[str]) -> None:
    """A name of words without a special meaning has the family name that nameparser finds."""
    name = " ".join(words)
    family = plain_family_name(name)
    assert family in {None, str(HumanName(name).last)}
    if (
        not {"van", "de", "King", "nee", "Ma", "E", "M", "J.", "and", "II", "Al-Hassan", "O'Brien"} & {*words}
        and len(words) > 1
    ):
        assert family == words[-1]


@given(st.text())
def test_folding_is_idempotent(text: str) -> None:
    """Any text folds to lowercase ASCII words that fold to themselves."""
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
def test_name_with_known_parts_is_not_inverted(name: str, family: str, sorted_by: str) -> None:
    """A comma in a name with known parts does not invert it, in bylines or person records."""
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
def test_valid_text_is_unchanged(text: str) -> None:
    """Full-width characters, curly quotes, ligatures, entities, accents and joiners stay unchanged."""
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
def test_only_definite_encoding_errors_are_repaired(said: str, kept: str) -> None:
    """Misread UTF-8 and Windows-1252 characters are repaired; an unknown byte becomes U+FFFD."""
    assert repair_text(said) == kept
    assert repair_text(kept) == kept


INVISIBLE = ["\ufeff", "\u200b", " \u200d\u2060 ", "\u00ad", "\x00", "\u3164", "\ufe0f", "\u2800"]


@pytest.mark.parametrize("nothing", INVISIBLE)
def test_invisible_text_becomes_null(nothing: str) -> None:
    """An affiliation, alias, name or award of only invisible characters is dropped; next to letters they stay."""
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


def test_joiners_between_letters_are_preserved() -> None:
    """A Persian word preserves the zero-width non-joiner between its letters."""
    assert repair_text("\u0645\u06cc\u200c\u0631\u0648\u062f") == "\u0645\u06cc\u200c\u0631\u0648\u062f"


def test_control_characters_are_removed_from_every_field() -> None:
    """Control characters such as ESC and NUL are removed from every text of every kind of record;
    backslashes of TeX stay.
    """
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
def test_id_with_control_character_does_not_match_another_id(unseen: str) -> None:
    """The ID identifies nothing and is stored with the character's number; such a volume or topic is dropped."""
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
def test_key_with_control_character_rejects_record(record: Record, why: str) -> None:
    """The record is rejected with its reason and does not match the record whose key lacks the character."""
    with pytest.raises(InvalidRecordError, match=why):
        normalise.normalize_record(record)


def test_decision_about_key_with_control_character_is_rejected() -> None:
    """A decision never applies to the record whose key lacks the control character."""
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
def test_text_repair_is_idempotent(text: str) -> None:
    """Repaired text is not changed by a second repair and has no control character."""
    once = repair_text(text)
    assert repair_text(once) == once
    assert not any(unicodedata.category(one) in {"Cc", "Cs"} for one in once)
