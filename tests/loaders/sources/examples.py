"""A small document of each source, written by hand from its published format, where the source's example expects it."""

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.records.serialization import encoded
from tests.loaders.sources import (
    crossref_xml_documents,
    openalex_documents,
    orcid_documents,
    semanticscholar_documents,
    table_documents,
    test_acl,
    test_arxiv,
    test_bibtex,
    test_crossref,
    test_csl_json,
    test_datacite,
    test_dblp,
    test_jats,
    test_opencitations,
    test_opencitations_meta,
    test_paperscape,
    test_pubmed,
    test_ris,
    test_ror,
    test_vispubs,
)


def _text(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text, "utf-8")


def _packed(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(gzip.compress(data))


def _within(**files: str) -> Callable[[Path], object]:
    """Write files into a folder, by their names with `__` for the dot and `___` for a folder below."""

    def write(folder: Path) -> None:
        for name, text in files.items():
            path = folder / name.replace("___", "/").replace("__", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    return write


def _acl(folder: Path) -> None:
    for name, text in {
        "data/xml/2099.demo.xml": test_acl.COLLECTION.replace(
            '<paper id="3"><author><first>No</first><last>Title</last></author></paper>', ""
        ),
        "data/yaml/name_variants.yaml": test_acl.NAMES,
        **{f"data/{name}": text for name, text in test_acl.VENUES.items()},
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def _meta(path: Path) -> None:
    test_opencitations_meta.items(path.parent, test_opencitations_meta.ARTICLE, test_opencitations_meta.CHAPTER)


def _ror(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("v2.9-2026-06-23-ror-data.json", json.dumps([test_ror.SECOND]))


def _orcid(path: Path) -> None:
    text = orcid_documents.record().encode()
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo(f"ORCID_2024_10_summaries/097/{orcid_documents.ORCID}.xml")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))


def _decision(path: Path) -> None:
    one, other = (Anchor(source="acl", key=key) for key in ("P17-1001", "P17-1002"))
    at = "2026-01-02T03:04:05Z"
    made = DecisionRecord(
        source="curator", key="d_1", verdict="same", about="paper", left=(one,), right=(other,), by="Ann", timestamp=at
    )
    path.write_bytes(encoded(made) + b"\n")


def _lines(*said: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, said))


FILES: dict[str, dict[str, Callable[[Path], object]]] = {
    "aan": {"acl.txt": _text("C08-3004 , A00-1002\n")},
    "acl": {"acl-anthology": _acl},
    "arxiv": {"answer.xml": _text(test_arxiv.FEED.format(entries=test_arxiv.ENTRY, doctype=""))},
    "bibtex": {"references.bib": _text(test_bibtex.WHOLE)},
    "crossref": {"0.json.gz": _packed(json.dumps({"items": [test_crossref.ARTICLE, test_crossref.CHAPTER]}).encode())},
    "crossref-xml": {
        "deposits": _within(
            one__xml=crossref_xml_documents.a_batch(
                crossref_xml_documents.JOURNAL.format(crossref_xml_documents.ARTICLE)
            )
        )
    },
    "csl-json": {"references.json": _text(json.dumps([test_csl_json.ARTICLE]))},
    "curator": {"decisions.jsonl": _decision},
    "datacite": {"part_0000.jsonl.gz": _packed(_lines(test_datacite.DATA, test_datacite.ARTICLE).encode())},
    "dblp": {"dblp.xml.gz": _packed(test_dblp.a_dump(test_dblp.ARTICLE, test_dblp.PEOPLE))},
    "jats": {"articles": _within(one__xml=test_jats.ARTICLE)},
    "openalex": {
        "openalex-snapshot/data": _within(
            works___part_000__json=_lines(openalex_documents.WORK),
            sources___part_000__json=_lines(openalex_documents.JOURNAL),
        )
    },
    "opencitations": {
        "index.csv": _text(test_opencitations.HEADER + "1-2,doi:10.1000/a,doi:10.1000/b,2020,P1Y,no,no\n")
    },
    "opencitations-meta": {"meta.csv": _meta},
    "orcid": {"ORCID_2024_10_summaries.tar.gz": _orcid},
    "paperscape": {"pscp-1996.csv": _text(test_paperscape.LINE)},
    "pubmed": {"pubmed25n0001.xml.gz": _packed(test_pubmed.a_set(test_pubmed.ARTICLE).encode())},
    "ris": {"references.ris": _text(test_ris.ARTICLE)},
    "ror": {"v2.9-2026-06-23-ror-data.zip": _ror},
    "semanticscholar": {
        "papers": _within(part_0__jsonl=_lines(semanticscholar_documents.LINE)),
        "abstracts": _within(part_0__jsonl=_lines(semanticscholar_documents.ABSTRACT)),
        "tldrs": _within(part_0__jsonl=_lines(semanticscholar_documents.SUMMARY)),
        "authors": _within(part_0__jsonl=_lines({"authorid": "7", "name": "Jane Doe"})),
        "citations": _within(part_0__jsonl=_lines({"citationid": 1, "citingcorpusid": 11, "citedcorpusid": 12})),
    },
    "table": {
        "mapping.toml": _text(table_documents.WHOLE),
        "papers.csv": lambda path: path.write_bytes(table_documents.csv_of([table_documents.ROW])),
    },
    "vispubs": {"papers.parquet": lambda path: test_vispubs.write(path, test_vispubs.ROW)},
}
"""What stands at each path of a source's example."""
