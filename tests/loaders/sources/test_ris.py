"""RIS and Web of Science lists, from hand-written references in their published formats."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import Affiliation, Author, Manifestation, TopicUse, TypedDate, VolumeUse
from loaders.records.record import PaperRecord, TopicRecord, VenueRecord, VolumeRecord
from loaders.sources.base import sources
from tests.loaders.sources.read_helpers import items, of, only

ARTICLE = """TY  - JOUR
AU  - Doe, Jane A.
AU  - King, Martin, Jr.
AU  - The Ones Group
TI  - Ones <i>in vivo</i>:
 a study
T2  - Journal of Ones
J2  - J. Ones
PY  - 2021
DA  - 2021/09/05/
VL  - 48
IS  - 11
SP  - 817
EP  - 826
SN  - 0098-0331 (ISSN)
DO  - https://doi.org/10.1000/A1
AB  - All about it.
KW  - Graphs
KW  - Trees; graphs
LA  - English
PB  - Press
UR  - https://example.org/a1
N1  - Export Date: 1 May 2022
L1  - file:///home/doe/secret.pdf
DB  - Scopus
C2  - 23193287
ER  -

"""
WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Doe, J
   Roe, R
AF Doe, Jane
   Roe, Richard
TI Ones in the
   wild
SO JOURNAL OF ONES
LA English
DT Article
DE graphs; trees
AB All about it,
   and more.
C1 [Doe, Jane; Roe, Richard] Univ A, Rome, Italy.
   [Roe, Richard] Univ B, Oslo, Norway.
OI Doe, Jane/0000-0002-1825-0097; Nobody, N/0000-0001-5109-3700
CR Lee A, 2010, J ONES, V1, P2, DOI 10.1000/cited
   Poe E, 1840, J TWOS, V3
PU PRESS
PI ROME
SN 0098-0331
J9 J ONES
JI J. Ones
PD SEP
PY 2021
VL 48
IS 11
BP 817
EP 826
DI 10.1000/A1
UT WOS:000123456700001
PM 23193287
ER

EF
"""


def test_article_is_read_completely(tmp_path: Path) -> None:
    """A RIS reference gives a paper after its journal, volume and keywords; local file paths are ignored."""
    assert items("ris", tmp_path, ARTICLE) == [
        VenueRecord(
            source="ris",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=("issn:0098-0331", "ris-venue:issn:0098-0331"),
            acronym="J. Ones",
            kind="journal",
        ),
        VolumeRecord(
            source="ris",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48",),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("ris-venue:issn:0098-0331",),
        ),
        TopicRecord(
            source="ris", key="keyword/graphs", in_passing=True, scheme="keyword", code="graphs", name="graphs"
        ),
        TopicRecord(source="ris", key="keyword/trees", in_passing=True, scheme="keyword", code="trees", name="trees"),
        PaperRecord(
            source="ris",
            key="doi:10.1000/a1",
            url="https://example.org/a1",
            title="Ones in vivo: a study",
            ids=("doi:10.1000/a1", "pmid:23193287"),
            abstract="All about it.",
            language="en",
            dates=(TypedDate(value="2021-09-05"),),
            authors=(
                Author(name="Jane A. Doe", family="Doe"),
                Author(name="Martin King Jr.", family="King"),
                Author(name="The Ones Group"),
            ),
            topics=(TopicUse(scheme="keyword", code="graphs"), TopicUse(scheme="keyword", code="trees")),
            appeared_in=VolumeUse(
                volume="ris:issn:0098-0331/48",
                venues=("issn:0098-0331", "ris-venue:issn:0098-0331"),
                pages="817-826",
                issue="11",
            ),
            pages="817-826",
            forms=(Manifestation(url="https://example.org/a1", kind="article"),),
        ),
    ]


def test_web_of_science_list_is_read(tmp_path: Path) -> None:
    """Authors have the affiliations and ORCID iDs listed under their names; references are those with a DOI."""
    for document in (WOS, WOS.replace("\n", "\r\n"), "\ufeff" + WOS, ("\ufeff" + WOS).encode("utf-16-le")):
        paper = only(found := items("ris", tmp_path, document))
        assert (paper.key, paper.ids) == (
            "doi:10.1000/a1",
            ("doi:10.1000/a1", "pmid:23193287", "wos:000123456700001"),
        )
        assert (paper.title, paper.abstract, paper.language) == ("Ones in the wild", "All about it, and more.", "en")
        assert paper.authors == (
            Author(
                name="Jane Doe",
                family="Doe",
                ids=("orcid:0000-0002-1825-0097",),
                affiliations=(Affiliation(text="Univ A, Rome, Italy"),),
            ),
            Author(
                name="Richard Roe",
                family="Roe",
                affiliations=(Affiliation(text="Univ A, Rome, Italy"), Affiliation(text="Univ B, Oslo, Norway")),
            ),
        )
        assert (paper.dates, paper.references) == ((TypedDate(value="2021-09"),), ("doi:10.1000/cited",))
        (venue,) = of(VenueRecord, found)
        assert (venue.name, venue.acronym) == ("JOURNAL OF ONES", "J. Ones")


def test_books_and_their_parts_are_read(tmp_path: Path) -> None:
    """A chapter or talk belongs to its book with the book's editors; a whole book is a work with its ISBN."""
    chapter = "TY  - CHAP\nTI  - A Part\nAU  - Lee, Ann\nT2  - A Book\nA2  - Itor, Ed\n"
    chapter += "PY  - 2020\nSN  - 9783161484100\nER  -\n"
    talk = (
        "TY  - CONF\nT1  - A Talk\nA1  - Lee, Ann\nBT  - Proc. Ones\nED  - Itor, Ed\nY1  - 2020///\nCY  - Rome\nER  -\n"
    )
    book = "TY  - BOOK\nBT  - A Whole\nAU  - et al.\nSN  - 978-3-16-148410-0\nPY  - 1999\nER  - \n"
    found = items("ris", tmp_path, chapter + talk + book)
    volumes, papers = of(VolumeRecord, found), of(PaperRecord, found)
    assert [(one.key, one.title, one.address) for one in volumes] == [
        ("book:isbn:9783161484100/a book", "A Book", None),
        ("book:proc ones||2020", "Proc. Ones", "Rome"),
    ]
    assert [one.editors for one in volumes] == [(Author(name="Ed Itor", family="Itor"),)] * 2
    assert [(one.title, one.kind, one.ids, one.dates[0].value) for one in papers] == [
        ("A Part", "chapter", (), "2020"),
        ("A Talk", "article", (), "2020"),
        ("A Whole", "book", ("isbn:9783161484100",), "1999"),
    ]
    assert (papers[2].authors, papers[2].authors_complete) == (None, False)


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        ("PY  - 2020", "2020"),
        ("PY  - 2020///", "2020"),
        ("Y1  - 2020/03/07/Spring", "2020-03-07"),
        ("PY  - 2020\nDA  - 2020/03", "2020-03"),
        ("PY  - 2020\nDA  - March", "2020"),
        ("PY  - 2020\nDA  - 2019/12/31", "2020"),
        ("PY  - 2020-03-07", "2020-03-07"),
        ("DA  - 7 March 2020", "2020-03"),
        ("PY  - in press", None),
    ],
)
def test_dates_have_stated_precision(tmp_path: Path, lines: str, date: str | None) -> None:
    """A date has the precision that the tags of one year give."""
    paper = only(items("ris", tmp_path, f"TY  - JOUR\nTI  - T\n{lines}\nER  - \n"))
    assert [one.value for one in paper.dates] == ([date] if date else [])


def test_invalid_reference_is_rejected_alone(tmp_path: Path) -> None:
    """A reference without a title is rejected by line; one that is interrupted by the next is still read."""
    document = "TY  - JOUR\nDO  - 10.1000/x\nER  - \nTY - GEN\nTI - One\nTY  - JOUR\nTI  - Two\nER  -\nrubbish\n"
    found = items("ris", tmp_path, document)
    assert [one.title for one in of(PaperRecord, found)] == ["One", "Two"]
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 1, 10.1000/x", "it has no title."),
    ]


def test_unclosed_last_reference_is_truncated(tmp_path: Path) -> None:
    """A last reference without ER is truncated, with or without a line end;
    in a list without any ER a line end is enough.
    """
    for document, wrong in (
        (f"{ARTICLE}TY  - JOUR\nTI  - T\n", "line 29: the file ends within its last reference: it has no ER line."),
        (f"{ARTICLE}TY  - JOUR\nTI  - T", "line 29: the file ends within its last reference: it has no ER line."),
        (
            "TY  - JOUR\nTI  - T\nTY  - JOUR\nTI  - U",
            "line 3: the file ends within its last reference: it has no ER line.",
        ),
    ):
        path = tmp_path / "a.ris"
        path.write_text(document, "utf-8")
        (chunk,) = chunks(sources()["ris"], [SourceFile(path.name, path, str(path))])
        assert [one.record.title for one in chunk.entries if isinstance(one.record, PaperRecord)]
        assert [(one.file, one.reason) for one in chunk.unreadable] == [(str(path), wrong)]
    for end in ("\n", "\r\n", "\r", "\n\n"):
        document = f"TY  - JOUR\nTI  - T\nTY  - JOUR\nTI  - U{end}"
        assert [one.title for one in of(PaperRecord, items("ris", tmp_path, document))] == ["T", "U"]


@pytest.mark.parametrize("end", ["ER  - \n", "ER  -", "ER\n", "ER"])
def test_er_ends_reference_in_any_form(tmp_path: Path, end: str) -> None:
    """The hyphen and the line end of ER are optional, and ER is not part of the previous value."""
    paper = only(items("ris", tmp_path, f"TY  - JOUR\nTI  - A Title\n{end}"))
    assert paper.title == "A Title"


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """A file without any reference raises an error."""
    with pytest.raises(SourceFileError, match=r"0\.xml: expected references in RIS"):
        items("ris", tmp_path, "@article{a, title = {A}}")


def test_endless_reference_is_rejected_by_size(tmp_path: Path) -> None:
    """An endless reference is rejected by its size, and the next one is read."""
    endless = "TY  - JOUR\nTI  - A\n" + "AB  - xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n" * 100_000
    found = items("ris", tmp_path, endless + "ER  - \n" + ARTICLE)
    assert found[0] == RejectedItem("line 1", "the reference is longer than 4 million characters.")
    assert only(found).key == "doi:10.1000/a1"


SIGNS = ["TY  - ", "PT J", "ER  - ", "AU  - ", "TI  - ", "PY  - ", "\n", "\r", "a, b", "2020", " ", ";", "ER"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            ["TY  - ", "PT J", "ER  - ", "AU  - ", "TI  - ", "PY  - ", "\n", "\r", "a, b", "2020", " ", ";", "ER"]
        )
    )
)
def test_any_text_before_reference_is_tolerated(tmp_path: Path, signs: list[str]) -> None:
    """With any text in a list, the valid reference after it is read, and the load continues."""
    path = tmp_path / "a.ris"
    path.write_text("".join(signs) + "\nER\nER  - \n" + ARTICLE, "utf-8")
    source = sources()["ris"]
    with open_files([path], source.accepts) as files:
        (chunk,) = chunks(source, files)
    assert not chunk.unreadable
    assert chunk.entries[-1].record.key == "doi:10.1000/a1"
