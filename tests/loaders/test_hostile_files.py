"""Malicious and broken files: no source expands, fetches, injects or silently loses anything."""

import time
from pathlib import Path

import msgspec
import psutil
import pytest

from cypher.driver.client import Graph
from loaders.formats.archive import open_files
from loaders.pipeline.chunk_reader import Chunk, ChunkReader, ReadOptions, chunks
from loaders.pipeline.run import load
from loaders.records.parts import Author, TypedDate
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from tests.loaders.load_helpers import load_records, write_records

BOMB = """<!DOCTYPE {root} [<!ENTITY a "zzzzzzzzzz">{levels}<!ENTITY out SYSTEM "file://{secret}">
<!ENTITY % far SYSTEM "http://127.0.0.1:9/far.dtd"> %far;]>"""
LEVELS = "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
ORCID = 'xmlns:r="http://www.orcid.org/ns/record" xmlns:p="http://www.orcid.org/ns/person"'
XML = {
    "acl": "<collection id='2099.demo'><volume id='1'><meta><booktitle>B</booktitle><year>2099</year></meta>"
    "<paper id='1'><title>T {here}</title></paper></volume></collection>",
    "arxiv": f"<feed {ATOM}><entry><id>http://arxiv.org/abs/2001.00001v1</id><title>T {{here}}</title>"
    "<published>2020-01-01T00:00:00Z</published></entry></feed>",
    "crossref-xml": "<doi_batch><body><journal><journal_article><titles><title>T {here}</title></titles><doi_data>"
    "<doi>10.1000/x</doi></doi_data></journal_article></journal></body></doi_batch>",
    "dblp": "<dblp><article key='journals/x/1'><author>A</author><title>T {here}</title></article></dblp>",
    "jats": "<article><front><article-meta><article-id pub-id-type='doi'>10.1000/x</article-id><title-group>"
    "<article-title>T {here}</article-title></title-group></article-meta></front></article>",
    "orcid": f"<r:record {ORCID} path='/0000-0002-1825-0097'><p:person>{{here}}</p:person></r:record>",
    "pubmed": "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>T {here}"
    "</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
}


def read(source: str, folder: Path) -> list[Chunk]:
    with open_files([folder], sources()[source].accepts) as files:
        return list(chunks(sources()[source], files))


@pytest.mark.parametrize("entity", ["j", "out"])
@pytest.mark.parametrize("source", sorted(XML))
def test_no_source_expands_or_fetches_entities(tmp_path: Path, source: str, entity: str) -> None:
    """A billion-laughs attack and an external file make the record or file unreadable, at no cost."""
    (tmp_path / "secret").write_text("the secret", "utf-8")
    root = XML[source].partition("<")[2].partition(" ")[0].partition(">")[0]
    kind = BOMB.format(root=root, levels=LEVELS, secret=tmp_path / "secret")
    (tmp_path / "2099.demo.xml").write_text(kind + XML[source].format(here=f"&{entity};"), "utf-8")
    (tmp_path / "name_variants.yaml").write_text("[]", "utf-8")
    began = time.process_time()
    found = read(source, tmp_path)
    assert time.process_time() - began < 3
    assert sum(len(one.rejects) + len(one.unreadable) for one in found) >= 1
    assert "zzzz" not in repr(found)
    assert "the secret" not in repr(found)


NAME = "Jörg Müller"
REST = f"<title>T</title><published>2020-01-01T00:00:00Z</published><author><name>{NAME}</name></author></entry></feed>"
COLUMNS = "id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor"
PAPERS = {
    "arxiv": (
        "a.xml",
        f"<?xml version='1.0' encoding='UTF-8'?><feed {ATOM}><entry><id>http://arxiv.org/abs/2001.00001v1</id>{REST}",
    ),
    "bibtex": ("a.bib", f"@article{{k, title = {{T}}, author = {{{NAME}}}, year = 2020}}\n"),
    "csl-json": ("a.json", f'[{{"type": "book", "id": "k", "title": "T", "author": [{{"literal": "{NAME}"}}]}}]'),
    "opencitations-meta": (
        "a.csv",
        f"{COLUMNS}\ndoi:10.1000/a,T,{NAME},2020,,,,,journal article,,\n",
    ),
    "ris": ("a.ris", f"TY  - JOUR\nTI  - T\nAU  - {NAME}\nPY  - 2020\nER  - \n"),
    "sample": (
        "a.json",
        f'[{{"record": "paper", "source": "s", "key": "k", "title": "T", "authors": [{{"name": "{NAME}"}}]}}]',
    ),
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "broken"])
@pytest.mark.parametrize("source", sorted(PAPERS))
def test_encoding_is_read_correctly_or_reported(tmp_path: Path, source: str, encoding: str) -> None:
    """UTF-8 is read; with other encodings the name is right, has replacement characters, or an error is raised."""
    if encoding == "broken" and source in {"bibtex", "ris"}:
        pytest.skip("lists of references that are no UTF-8 are read as Windows-1252")
    name, text = PAPERS[source]
    whole = text.encode().replace(b"\xc3\xb6", b"\xc3", 1) if encoding == "broken" else text.encode(encoding)
    (tmp_path / name).write_bytes(whole)
    found = read(source, tmp_path)
    records = [entry.record for one in found for entry in one.entries]
    names = {one.name for record in records if isinstance(record, PaperRecord) for one in record.authors or ()}
    told = [one.reason for chunk in found for one in (*chunk.rejects, *chunk.unreadable)]
    unknown = {one.replace("ö", "\ufffd").replace("ü", "\ufffd") for one in (NAME,)}
    half = {NAME.replace("ö", "\ufffd"), NAME.replace("ö", "\ufffdr").replace("rr", "r")}
    assert names <= {NAME} | unknown | half
    assert names or told
    read_with_mark = encoding == "utf-16" and source in {"bibtex", "ris"}
    assert names == {NAME} or not (encoding == "utf-8" or read_with_mark)


OTHERWISE = frozenset({"arxiv", "bibtex", "opencitations-meta", "ris"})
"""What else becomes of Latin-1: parsers of XML say it themselves, references are read, other signs are shown so."""


@pytest.mark.parametrize("source", sorted(PAPERS.keys() - OTHERWISE))
def test_latin_1_is_reported_with_remedy(tmp_path: Path, source: str) -> None:
    """The error states the first invalid UTF-8 byte, the text before it and the conversion command."""
    name, text = PAPERS[source]
    (tmp_path / name).write_bytes(text.encode("latin-1"))
    (chunk,) = read(source, tmp_path)
    assert [(one.place, one.reason) for one in chunk.rejects] == [
        (
            "record 1",
            (
                'it is not UTF-8: invalid byte 0xf6 after "J". '
                "Convert the file, for example with iconv -f LATIN1 -t UTF-8."
            ),
        )
    ]


@pytest.mark.parametrize(
    ("source", "encoding"),
    [
        (source, encoding)
        for source in ("bibtex", "csl-json", "crossref", "opencitations-meta", "sample")
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32")
        if (source, encoding) != ("bibtex", "utf-16")  # read, see the test above
    ],
)
def test_utf_16_is_reported_by_name(tmp_path: Path, source: str, encoding: str) -> None:
    """A UTF-16 file, with or without its mark, is reported by name with a remedy; UTF-32 by its mark."""
    name, text = PAPERS.get(source, ("a.json", '{"DOI": "10.1000/one", "title": ["T"]}'))
    (tmp_path / name).write_bytes(text.encode(encoding))
    (chunk,) = read(source, tmp_path)
    named = encoding.upper().replace("16-", "16")
    assert [one.reason for one in chunk.unreadable] == [
        f"it is in {named}, not UTF-8: convert it, for example with iconv -f {named} -t UTF-8."
    ]


def test_arxiv_snapshot_in_utf_16_is_reported_by_name(tmp_path: Path) -> None:
    """JSON lines in UTF-16 are not mistaken for XML, which may be in UTF-16."""
    (tmp_path / "a.json").write_bytes('{"id": "2001.00001"}\n'.encode("utf-16"))
    (chunk,) = read("arxiv", tmp_path)
    assert [one.reason[:17] for one in chunk.unreadable] == ["it is in UTF-16, "]


@pytest.mark.full
def test_record_of_50_mb_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """Neither the worker nor the loader stores the record more than a few times, and the next record is read."""
    small = PaperRecord(source="s", key="2", title="T")
    write_records(tmp_path, [PaperRecord(source="s", key="1", title="T", abstract="word " * (10 << 20)), small])
    with open_files([tmp_path], sources()["sample"].accepts) as files:
        steps = ChunkReader(sources()["sample"], files, ReadOptions(workers=1))
        try:
            before = psutil.Process().memory_info().rss
            steps.start()
            chunks = [steps.next()]
            grown = psutil.Process().memory_info().rss - before
            theirs = psutil.Process(steps.processes[0]).memory_info().rss
            chunks += iter(steps.next, None)
        finally:
            steps.close()
    entries = [entry for chunk in chunks if chunk for entry in chunk.entries]
    assert [(len(entry.statement) > 50 << 20, entry.ref.key) for entry in entries] == [(True, "1"), (False, "2")]
    assert grown < 4 * 52 << 20
    assert theirs < 8 * 52 << 20


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.anyio
async def test_paper_with_10_000_authors_loads_in_bounded_time(empty_graph: Graph, tmp_path: Path) -> None:
    """The graph has every author but no collaboration of a pair, and the paper is marked as truncated."""
    authors = tuple(Author(name=f"{chr(65 + one % 26)}{one} Family{one % 977}") for one in range(10_000))
    paper = PaperRecord(source="s", key="k", title="T", dates=(TypedDate(value="2020"),), authors=authors)
    began = time.monotonic()
    summary = await load_records(empty_graph, tmp_path, [paper])
    assert time.monotonic() - began < 120
    assert (summary.new, summary.authorships, summary.collaborations_cut) == (1, 10_000, 1)
    rows = (await empty_graph.read("MATCH (p:Paper) RETURN p.authorCount, p.collaborationsTruncated")).rows
    assert rows == [[10_000, True]]
    assert (await empty_graph.read("MATCH ()-[c:COLLABORATED_WITH]->() RETURN count(c)")).rows == [[0]]


INJECTIONS = (
    '"}) DETACH DELETE n //',
    "$id",
    "`) MATCH (n) DETACH DELETE n //",
    "a\nb\r\n\t",
    "\\u0027 OR 1=1",
    "' OR '1'='1",
)


@pytest.mark.graph
@pytest.mark.anyio
async def test_cypher_in_values_is_stored_as_text(empty_graph: Graph, tmp_path: Path) -> None:
    """Statements, parameters, backticks and line breaks in IDs, keys, names and titles stay plain values."""
    papers = [
        PaperRecord(
            source="s",
            key=f"k{number} {text}",
            title=f"T {text}",
            ids=(f"doi:10.1000/{number}{text}", text),
            authors=(Author(name=f"Ann {text}", ids=(f"orcid:{text}", f"acl-person:{text}")),),
        )
        for number, text in enumerate(INJECTIONS)
    ]
    (tmp_path / "a.json").write_bytes(msgspec.json.encode(papers))
    summary = await load(empty_graph, sources()["sample"], [tmp_path])
    assert (summary.read, summary.new + summary.rejected) == (len(papers), len(papers))
    again = await load(empty_graph, sources()["sample"], [tmp_path])
    assert (again.unchanged, again.rejected) == (summary.new, summary.rejected)
    rows = (
        await empty_graph.read("MATCH (r:Record)-[:DESCRIBES]->(p:Paper) RETURN r.key, p.title ORDER BY r.key")
    ).rows
    assert len(rows) == summary.new >= 5
    assert rows[0] == ['k0 "}) DETACH DELETE n //', 'T "}) DETACH DELETE n //']


DEEP = '{"a":' * 3000 + "1" + "}" * 3000


@pytest.mark.parametrize("source", ["arxiv", "crossref", "curator", "datacite", "openalex", "ror"])
def test_deeply_nested_record_is_rejected_alone(tmp_path: Path, source: str) -> None:
    """A JSON line that is nested too deeply is rejected with its place, and the other lines are read."""
    line = f'{{"id":"x","DOI":"10.1000/x","x":{DEEP}}}'
    (tmp_path / "deep.jsonl").write_text(f"{line}\n{line}\n", "utf-8")
    found = read(source, tmp_path)
    assert [reject.place[:6] for one in found for reject in one.rejects] == ["line 1", "line 2"]
    assert not any(one.unreadable for one in found)


@pytest.mark.parametrize(("source", "text"), [("sample", f"[{DEEP}]"), ("arxiv", f'{{"url": "u", "more": {DEEP}}}')])
def test_deeply_nested_file_is_unreadable(tmp_path: Path, source: str, text: str) -> None:
    """A document that must be decoded as a whole is reported if it is nested too deeply."""
    (tmp_path / "deep.json").write_text(text, "utf-8")
    (chunk,) = read(source, tmp_path)
    assert [one.reason.endswith("nested too deeply.") for one in chunk.unreadable] == [True], chunk.unreadable


LONG = 50_000
SLOW = {
    "bibtex": ("bibtex", "a.bib", "@misc{a, title = {T}}" + "\n" * LONG + "x"),
    "bibtex-isbn": ("bibtex", "a.bib", f"@misc{{a, title = {{T}}, isbn = {{1{' ' * LONG}x}}}}"),
    "opencitations-meta": (
        "opencitations-meta",
        "a.csv",
        f'{COLUMNS}\ndoi:10.1000/a,T,"A{" " * LONG}b",2020,,,,,book,,\n',
    ),
    "ris": ("ris", "a.ciw", f"PT J\nAU Doe, J\nTI T\nOI {'a' * LONG}\nER\n"),
}
"""Source, file name and document for which a naive regular expression needs time that is quadratic in their length."""


@pytest.mark.parametrize("case", SLOW)
def test_long_value_is_read_in_linear_time(tmp_path: Path, case: str) -> None:
    """Long runs of one character do not slow down a reader."""
    source, name, text = SLOW[case]
    (tmp_path / name).write_text(text, "utf-8")
    began = time.process_time()
    (chunk,) = read(source, tmp_path)
    assert len(chunk.entries) == 1
    assert time.process_time() - began < 1
