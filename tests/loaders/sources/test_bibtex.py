"""BibTeX and BibLaTeX, from hand-written bibliographies."""

import logging
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.pipeline.record_batches import iter_batches
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.partial import merge
from loaders.records.parts import Author, Manifestation, TopicUse, TypedDate, VolumeUse
from loaders.records.record import PaperRecord, TopicRecord, VenueRecord, VolumeRecord
from loaders.sources.base import sources
from loaders.sources.bibtex.entry import by_line, strip_commands, text
from tests.loaders.sources.read_helpers import items, of, only

WHOLE = r"""
This is a comment, as is % this.
@comment{jabref-meta: databaseType:bibtex;}
@STRING{tones = {Trans. } # "Ones"}
@preamble{ "\newcommand{\noop}[1]{}" }

@Article{doe:ones,
  author    = "Doe, Jane A. and Paul Erd{\H o}s and de la Vall{\'e}e Poussin, Jr, Charles
               and {Barnes and Noble, Inc.} and others",
  title     = {On the {NP}-hardness of \emph{Ones}: a $\mathcal{O}(n^2)$ bound},
  journal   = tones # { B},
  volume    = 48, number = "11--12",
  pages     = {817--826},
  month     = 5 # "~" # sep,
  year      = 2021,
  issn      = {0098-0331},
  doi       = {https://doi.org/10.1000/A\_1},
  pmid      = {23193287},
  url       = {\url{https://example.org/~doe/a_1}},
  language  = {ngerman},
  keywords  = {Graphs, Trees; graphs},
  abstract  = {All
               about it, 100\% of it.},
  publisher = {Press \& Sons},
  note      = {To appear},
  file      = {:/home/doe/secret.pdf:PDF},
  annote    = {private},
}
"""
PROCEEDINGS = r"""
@inproceedings{one, title = {A Talk}, author = {Ann Lee}, pages = {1-9}, crossref = {ONES21}}
@inproceedings{two, title = {Another Talk}, author = {Bob Lee}, year = 2020, crossref = {ones21}}
@proceedings{Ones21, title = {Proc. of Ones}, editor = {Ed Itor and Ed Two}, year = 2021, publisher = {Press},
  address = {Rome}, isbn = {978-3-16-148410-0}, doi = {10.1000/proceedings}, abstract = {Of the book.}, pages = {1-999}}
"""


def test_article_is_read_completely(tmp_path: Path) -> None:
    """An article has every BibTeX value as text, after its journal and keywords; private fields are ignored."""
    assert items("bibtex", tmp_path, WHOLE) == [
        VenueRecord(
            source="bibtex",
            key="issn:0098-0331",
            in_passing=True,
            name="Trans. Ones B",
            ids=("issn:0098-0331", "bibtex-venue:issn:0098-0331"),
            kind="journal",
        ),
        VolumeRecord(
            source="bibtex",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48",),
            title="Volume 48",
            year=2021,
            journal="Trans. Ones B",
            number="48",
            publisher="Press & Sons",
            venues=("bibtex-venue:issn:0098-0331",),
        ),
        TopicRecord(
            source="bibtex", key="keyword/graphs", in_passing=True, scheme="keyword", code="graphs", name="graphs"
        ),
        TopicRecord(
            source="bibtex", key="keyword/trees", in_passing=True, scheme="keyword", code="trees", name="trees"
        ),
        PaperRecord(
            source="bibtex",
            key="doi:10.1000/a_1",
            url="https://example.org/~doe/a_1",
            title="On the NP-hardness of Ones: a $\\mathcal{O}(n^2)$ bound",
            kind="article",
            ids=("doi:10.1000/a_1", "pmid:23193287"),
            abstract="All about it, 100% of it.",
            language="de",
            dates=(TypedDate(value="2021-09"),),
            authors=(
                Author(name="Jane A. Doe", family="Doe"),
                Author(name="Paul Erdős"),
                Author(name="Charles de la Vallée Poussin Jr", family="de la Vallée Poussin"),
                Author(name="Barnes and Noble, Inc.", family="Barnes and Noble, Inc."),
            ),
            authors_complete=False,
            topics=(TopicUse(scheme="keyword", code="graphs"), TopicUse(scheme="keyword", code="trees")),
            appeared_in=VolumeUse(
                volume="bibtex:issn:0098-0331/48",
                venues=("issn:0098-0331", "bibtex-venue:issn:0098-0331"),
                pages="817-826",
                issue="11\u201312",
            ),
            pages="817-826",
            forms=(Manifestation(url="https://example.org/~doe/a_1", kind="article"),),
            comment="To appear",
        ),
    ]


def test_paper_inherits_proceedings_values(tmp_path: Path) -> None:
    """A crossref gives the book's title, editors and date, but not its DOI or pages; own values win."""
    found = items("bibtex", tmp_path, PROCEEDINGS)
    one, two = of(PaperRecord, found)
    said = of(VolumeRecord, found)
    assert [one.year for one in said] == [2021, 2020], "another talk says otherwise"
    book = merge(*said)
    assert isinstance(book, VolumeRecord)
    assert (book.key, book.title, book.year, book.publisher, book.address) == (
        "book:isbn:9783161484100/proc of ones",
        "Proc. of Ones",
        2020,
        "Press",
        "Rome",
    )
    assert [editor.name for editor in book.editors] == ["Ed Itor", "Ed Two"]
    assert (one.key, one.ids, one.abstract, one.pages, one.dates) == (
        "title:atalk|2021|lee",
        (),
        None,
        "1-9",
        (TypedDate(value="2021"),),
    )
    assert one.appeared_in == VolumeUse(volume="bibtex:book:isbn:9783161484100/proc of ones", pages="1-9")
    assert (two.dates, two.pages) == ((TypedDate(value="2020"),), None)


def test_macros_and_parents_are_shared_between_files(tmp_path: Path) -> None:
    """Files of one load share macros and parents; for a repeated key, an entry uses the parent in its own file."""
    strings = "@string{jo = {Journal of Ones}}\n@book{b, title = {A Book}, author = {Ann Lee}, year = 2001}"
    papers = (
        "@article{x, title = {X}, journal = jo, year = 2000}\n@inbook{y, title = {Y}, crossref = {b}}\n"
        "@xdata{p, publisher = {Press}}\n@incollection{z, title = {Z}, crossref = {c}, xdata = {p}}\n"
        "@collection{c, title = {C}, subtitle = {Sub}, crossref = {c}}\n"
    )
    own = "@inbook{y2, title = {Y Two}, crossref = {b}}\n@book{b, title = {B Book}, author = {Bob Lee}, year = 2002}"
    found = items("bibtex", tmp_path, strings, papers, own)
    assert [one.name for one in of(VenueRecord, found)] == ["Journal of Ones"]
    chapters = {one.title: one for one in of(PaperRecord, found)}
    assert chapters["Y"].authors == (Author(name="Ann Lee"),)
    assert chapters["Y Two"].authors == (Author(name="Bob Lee"),)
    assert [one.title for one in of(VolumeRecord, found)] == ["Without volume", "A Book", "C: Sub", "B Book"]
    assert {one.publisher for one in of(VolumeRecord, found) if one.title == "C: Sub"} == {"Press"}


def test_software_version_inherits_title_and_authors(tmp_path: Path) -> None:
    """A version of a software has the title and the authors of the software that its crossref names, not its DOI."""
    versions = "@softwareversion{v2, version = {2.0}, date = {2022}, crossref = {tool}}\n"
    software = "@software{tool, title = {Tool}, author = {Ann Lee}, doi = {10.1000/tool}, year = 2020}\n"
    papers = [one for one in items("bibtex", tmp_path, versions + software) if isinstance(one, PaperRecord)]
    assert [(one.title, one.authors, one.ids, one.dates) for one in papers] == [
        ("Tool", papers[1].authors, (), (TypedDate(value="2022"),)),
        ("Tool", papers[1].authors, ("doi:10.1000/tool",), (TypedDate(value="2020"),)),
    ]
    assert papers[1].authors is not None


def test_same_citation_key_in_two_files_is_two_works(tmp_path: Path) -> None:
    """The record key is an ID or the work itself, not the citation key; one work in two files is one record."""
    one = "@article{doe, title = {One}, author = {Doe, J.}, year = 2020}\n@misc{a, title = {Bare}}"
    two = "@article{doe, title = {Two}, author = {Doe, J.}, year = 2020}"
    two += "@article{d, title={{ONE}}, author={J. Doe}, year=2020}"
    found = of(PaperRecord, items("bibtex", tmp_path, one, two))
    assert [paper.key for paper in found] == [
        "title:one|2020|doe",
        "title:bare||",
        "title:two|2020|doe",
        "title:one|2020|doe",
    ]


@pytest.mark.parametrize(
    ("entry", "ids", "kind"),
    [
        ("@misc{a, title={T}, eprint={1706.03762v5}, archivePrefix={arXiv}}", "arxiv:1706.03762", "preprint"),
        ("@online{a, title={T}, eprint={math/0309136}, eprinttype=arxiv}", "arxiv:math/0309136", "preprint"),
        ("@article{a, title={T}, journal={arXiv preprint arXiv:1706.03762}}", "arxiv:1706.03762", "preprint"),
        ("@article{a, title={T}, journal={CoRR}, volume={abs/1706.03762}}", "arxiv:1706.03762", "preprint"),
        ("@article{DBLP:journals/x/y, title={T}}", "dblp:journals/x/y", "article"),
        ('@article{a, title={T}, journal="Ones", eprint={1706.03762}}', "arxiv:1706.03762", "article"),
        ("@article{a, title={T}, eprint={23193287}, eprinttype={pubmed}}", "pmid:23193287", "article"),
        ("@article{a, title={T}, url={https://doi.org/10.1000/x}}", "doi:10.1000/x", "article"),
        ("@misc{a, title={T}, howpublished={\\url{https://arxiv.org/abs/1706.03762}}}", "arxiv:1706.03762", "other"),
        ("@book{a, title={T}, isbn={978-3-16-148410-0}}", "isbn:9783161484100", "book"),
        ("@incollection{a, title={T}, booktitle={B}, isbn={978-3-16-148410-0}}", "", "chapter"),
        ("@phdthesis{a, title={T}, school={S}}", "", "thesis"),
        ("@TECHREPORT{a, title={T}}", "", "report"),
        ("@dataset(a, title={T})", "", "dataset"),
        ("@thing{a, title={T}}", "", "other"),
    ],
)
def test_ids_and_kinds_are_read(tmp_path: Path, entry: str, ids: str, kind: str) -> None:
    """Entry types give kinds; IDs come from fields, eprints, keys, URLs and the places of arXiv IDs."""
    paper = only(items("bibtex", tmp_path, entry))
    assert (" ".join(paper.ids), paper.kind) == (ids, kind)


@pytest.mark.parametrize(
    ("fields", "forms"),
    [
        ("version={2.1}, doi={10.1000/X}, url={https://a.example/b}", [("https://a.example/b", "2.1")]),
        ("version={2.1}, doi={10.1000/X}", [("https://doi.org/10.1000/x", "2.1")]),
        ("version={v\\_2}, url={https://a.example/b}", [("https://a.example/b", "v_2")]),
        ("version={2.1}", []),
        ("doi={10.1000/X}", []),
    ],
)
def test_software_version_belongs_to_url(tmp_path: Path, fields: str, forms: list[tuple[str, str | None]]) -> None:
    """A version belongs to the entry's URL, or to the DOI link if there is no URL."""
    paper = only(items("bibtex", tmp_path, f"@software{{a, title={{T}}, {fields}}}"))
    assert [(form.url, form.version) for form in paper.forms] == forms


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year = 2020", "2020"),
        ("year = {2020}, month = mar", "2020-03"),
        ("year = 2020, month = {03}, day = 7", "2020-03-07"),
        ("year = 2020, month = {March}", "2020-03"),
        ("date = {2020-03-07}", "2020-03-07"),
        ("date = {2020-03/2020-05}", "2020-03"),
        ("date = {2020~}", "2020"),
        ("year = {1998--1999}, month = jan", "1998"),
        ("year = {c. 1998}", "1998"),
        ("year = {in press}", None),
        ("origdate = {1850}, urldate = {2020-01-01}", None),
        ("date = {2020-13-45}", "2020"),
    ],
)
def test_dates_have_stated_precision(tmp_path: Path, fields: str, date: str | None) -> None:
    """A date has the stated precision, a range gives its start, and origdate and urldate are ignored."""
    paper = only(items("bibtex", tmp_path, f"@book{{a, title = {{T}}, {fields}}}"))
    assert [one.value for one in paper.dates] == ([date] if date else [])


@pytest.mark.parametrize(
    ("raw", "name", "family"),
    [
        ("Ludwig van Beethoven", "Ludwig van Beethoven", None),
        ("van Beethoven, Ludwig", "Ludwig van Beethoven", "van Beethoven"),
        ("King, Jr., Martin Luther", "Martin Luther King Jr.", "King"),
        ("{World Health Organization}", "World Health Organization", None),
        (r"G{\"o}del, Kurt", "Kurt Gödel", "Gödel"),
        (r"{\'E}lie Cartan", "Élie Cartan", None),
        ("given=Hans, prefix=von, family={Müller Meier}", "Hans von Müller Meier", "von Müller Meier"),
        ("Doe,", "Doe", "Doe"),
        ("{Smith and Sons}, Ltd", "Ltd Smith and Sons", "Smith and Sons"),
    ],
)
def test_names_follow_bibtex_rules(raw: str, name: str, family: str | None) -> None:
    """Names follow BibTeX rules, with a family name if a comma or a named part gives it."""
    assert by_line(raw).people == [Author(name=name, family=family)]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (r"Erd{\H o}s \& {\L}ukasz {\v{C}}ech \o\ss{}", "Erdős & Łukasz Čech øß"),
        (r"``A'' -- b~c---d", "\u201cA\u201d \u2013 b c\u2014d"),
        (r"{The {NP} of \textit{foo} \textbf{bar}}", "The NP of foo bar"),
        (r"$x^2$ and \alpha", "$x^2$ and \u03b1"),
        (r"\noopsort{1973a}Title \href{https://x.org}{link} \url{x.org/a_b}", "Title link x.org/a_b"),
        (r"\unknown{a} \input{/etc/passwd}", "a"),
        ("100% sure {of it}", "100% sure of it"),
        (r"a \j", "a ȷ"),
        (r"?`Qu{\'e}?", "\u00bfQu\u00e9?"),
        (r"% {\'E}cole", "% \u00c9cole"),
    ],
)
def test_latex_becomes_plain_text(raw: str, said: str) -> None:
    """Accents and symbols become letters, commands are removed, formulas stay, and no file is opened."""
    assert text(raw) == said


def test_latex_is_removed_from_ids_and_urls() -> None:
    """A URL or ID loses only its LaTeX escapes."""
    assert strip_commands(r"\url{https://x.org/\~{}doe/{a\_b}%20c}") == "https://x.org/~doe/a_b%20c"


def test_broken_entry_is_rejected_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A broken entry is rejected by line and key, the others are read, and nothing else is printed."""
    logging.getLogger("bibtexparser").setLevel(logging.DEBUG)
    document = (
        "@article{a, title = {A}}\n@article{open, title = {never closed, year = 2000\n"
        "@article{b, title = {B}}\n@misc{c title = {C}}\n@misc{d, year = 2000}\n@misc{, title = {No key}}\n"
        "@misc{e, title = {E}, title = {F}}\nrubbish @misc{f, title = {F}}\n@misc{g, title = foo # }\n"
    )
    found = items("bibtex", tmp_path, document)
    assert [one.title for one in of(PaperRecord, found)] == ["A", "B", "No key", "E", "F", "foo"]
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("line 2, open", "the entry does not end before the next one begins: it has an unclosed brace or quote."),
        ("line 4, c", "Expected comma after entry key, but found ="),
        ("line 5, d", "it has no title."),
    ]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("title={T4} author={Doe, J}, year=2020", "title: a comma is missing before author={Doe, J}"),
        ('title="T4"\n author="Doe, J",\n year=2020', 'title: a comma is missing before author="Doe, J"'),
        ("title={T4}, year=2020\n doi={10.1000/mc}", "year: a comma is missing before doi={10.1000/mc}"),
        ("title={T4}, year=2020doi={10.1000/mc}", "year: a comma is missing before {10.1000/mc}"),
        ("title={T4}, month=mar year=2020", "month: a comma is missing before year=2020"),
        ("title={T4} {And More}", "title: a comma is missing before {And More}"),
    ],
)
def test_missing_comma_is_reported(tmp_path: Path, entry: str, reason: str) -> None:
    """Text after a value without a comma rejects the entry with line, key and place."""
    for document in (f"@article{{z2, {entry}}}", f"@article(z2, {entry},)"):
        assert items("bibtex", tmp_path, f"\n{document}") == [RejectedItem("line 2, z2", reason)]


def test_unreadable_macro_is_rejected(tmp_path: Path) -> None:
    """An unreadable macro is rejected by line and name, and its name stands in place of the value."""
    found = items("bibtex", tmp_path, '@string{jo = "Journal" "of Ones"}\n@misc{a, title = {T}, publisher = jo}')
    assert found[0] == RejectedItem("line 1, jo", 'a comma is missing before "of Ones"')
    assert only(found).title == "T"


@pytest.mark.parametrize(
    "entry",
    [
        '@article{a, title = {T} # " of " # {Ones}, author = "Doe, J" , year = 2020 , }',
        '@article(a, title = "T" # { of Ones}, author = {Doe, J}, year = "2020")',
        "@article{a,\n title = {T} # of\n # {Ones} % here too\n, author = {Doe, J},\n year = 2020\n}\n",
        "@article{a,\n title\n =\n {T of Ones}\n , % the rest\n author = {Doe, J},\n year = 2020 % then\n, }",
        "@article{a, title={T of Ones},author={Doe, J},year=2020}",
    ],
)
def test_valid_syntax_between_values_is_accepted(tmp_path: Path, entry: str) -> None:
    """Concatenation, macros, both delimiters, trailing commas, white space and comments are accepted."""
    paper = only(items("bibtex", tmp_path, f"@string{{of = {{ of }}}}\n{entry}"))
    said = (paper.title, paper.authors, [one.value for one in paper.dates])
    assert said == ("T of Ones", (Author(name="J Doe", family="Doe"),), ["2020"])


@pytest.mark.parametrize(
    ("torn", "place"),
    [
        ("@article{b, title = {B", "line 2, b: "),
        ("@article{b, title = {B},\n  author = {Doe, J}\n", "line 2, b: "),
        ('@article(b, title = "B"', "line 2, b: "),
        ("@article{b", "line 2, b: "),
        ("@article{", "line 2: "),
        ("@arti", ""),
        ('@string{x = "y', "line 2, x: "),
    ],
)
def test_unclosed_last_entry_is_reported_as_truncated(tmp_path: Path, torn: str, place: str) -> None:
    """An unclosed last entry is reported with line and key after all earlier entries are read."""
    path = tmp_path / "a.bib"
    path.write_text(f"@misc{{a, title = {{A}}}}\n{torn}", "utf-8")
    (chunk,) = chunks(sources()["bibtex"], [SourceFile(path.name, path, str(path))])
    assert [one.record.title for one in chunk.entries if isinstance(one.record, PaperRecord)] == ["A"]
    assert not chunk.rejects
    (told,) = chunk.unreadable
    assert (told.file, told.place, told.reason) == (
        str(path),
        "after item 1",
        f"{place}the file ends within its last entry.",
    )


def test_older_encodings_and_line_endings_are_read(tmp_path: Path) -> None:
    """Windows line endings and encodings from before UTF-8 are read correctly."""
    old = "@misc{a, title = {Götter},\r\n author = {Weiß, Jörg}}\r\n".encode("windows-1252")
    paper = only(items("bibtex", tmp_path, old))
    assert (paper.title, paper.authors) == ("Götter", (Author(name="Jörg Weiß", family="Weiß"),))


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """A file without any BibTeX entry raises an error."""
    with pytest.raises(SourceFileError, match=r"0\.xml: expected a BibTeX bibliography"):
        items("bibtex", tmp_path, "<html>no</html>")


def test_empty_file_is_reported_as_empty(tmp_path: Path) -> None:
    """The reason says that the file is empty, and names the expected format."""
    path = tmp_path / "a.bib"
    path.write_bytes(b"")
    file = SourceFile("a.bib", path)
    (batch,) = iter_batches("bibtex", sources()["bibtex"].start([file]), file)
    assert str(batch.read_error).startswith("the file is empty; expected a BibTeX bibliography, with entries such as")


def test_endless_entry_is_rejected_by_size(tmp_path: Path) -> None:
    """An entry that never ends is rejected by its size, and the next entry is read."""
    document = b"@misc{a, title = {" + b"x" * (5 << 20) + b"\n@misc{b, title = {B}}"
    refused, paper = items("bibtex", tmp_path, document)
    assert refused == RejectedItem("line 1", "the entry is longer than 4 MiB.")
    assert isinstance(paper, PaperRecord)


def test_deeply_nested_braces_do_not_end_load(tmp_path: Path) -> None:
    """Deeply nested braces, unfinished commands and open formulas lose only their meaning."""
    deep = "{" * 3000 + r"\'e" + "}" * 3000
    document = f"@misc{{a, title = {{A {deep}}}, author = {{{deep} B}}}}\n@misc{{b, title = {{$x \\}}}}\n"
    found = items("bibtex", tmp_path, document + "@misc{c, title = {C}}")
    assert len(found) == 3
    assert isinstance(found[-1], PaperRecord)


SIGNS = [*"@{}(),=#\"\\%$~ \nab1é'", "@misc{a,", "title={", "\\'e", " and "]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(SIGNS), max_size=60).map("".join))
def test_any_text_between_entries_is_tolerated(tmp_path: Path, said: str) -> None:
    """The valid entries around any other text are read."""
    path = tmp_path / "a.bib"
    last = "@misc{last, title = {Last}, year = 2020}"
    path.write_text(f"@misc{{first, title = {{First}}}}\n{said}\n{last}\n", "utf-8")
    source = sources()["bibtex"]
    with open_files([path], source.accepts) as files:
        (chunk,) = chunks(source, files)
    assert not chunk.unreadable
    titles = [one.record.title for one in chunk.entries if isinstance(one.record, PaperRecord)]
    assert titles[0] == "First"
    assert titles[-1] == "Last"


def test_truncated_compressed_file_is_reported_once(tmp_path: Path) -> None:
    """A truncated compressed file is reported once, although the macro reader also opens it."""
    path = tmp_path / "a.bib.gz"
    path.write_bytes(b"\x1f\x8b\x08torn")
    source = sources()["bibtex"]
    (chunk,) = chunks(source, [SourceFile("a.bib.gz", path, "a.bib.gz")])
    assert [one.file for one in chunk.unreadable] == ["a.bib.gz"]
