"""A small hand-written document for each source, at the path that the source's example command expects."""

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


def _text_writer(text: str) -> Callable[[Path], object]:
    """Return a function that writes text."""
    return lambda path: path.write_text(text, "utf-8")


def _gzip_writer(data: bytes) -> Callable[[Path], object]:
    """Return a function that writes data in gzip format."""
    return lambda path: path.write_bytes(gzip.compress(data))


def _folder_writer(**files: str) -> Callable[[Path], object]:
    """Write files into a folder; in their names `__` stands for a dot and `___` for a subfolder."""

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


def _json_lines(*said: dict[str, Any]) -> str:
    """Return JSON lines."""
    return "\n".join(map(json.dumps, said))


FILES: dict[str, dict[str, Callable[[Path], object]]] = {
    "aan": {"acl.txt": _text_writer("C08-3004 , A00-1002\n")},
    "acl": {"acl-anthology": _acl},
    "arxiv": {"answer.xml": _text_writer(test_arxiv.FEED.format(entries=test_arxiv.ENTRY, doctype=""))},
    "bibtex": {"references.bib": _text_writer(test_bibtex.WHOLE)},
    "crossref": {
        "0.json.gz": _gzip_writer(json.dumps({"items": [test_crossref.ARTICLE, test_crossref.CHAPTER]}).encode())
    },
    "crossref-xml": {
        "deposits": _folder_writer(
            one__xml=crossref_xml_documents.doi_batch(
                crossref_xml_documents.JOURNAL.format(crossref_xml_documents.ARTICLE)
            )
        )
    },
    "csl-json": {"references.json": _text_writer(json.dumps([test_csl_json.ARTICLE]))},
    "curator": {"decisions.jsonl": _decision},
    "datacite": {"part_0000.jsonl.gz": _gzip_writer(_json_lines(test_datacite.DATA, test_datacite.ARTICLE).encode())},
    "dblp": {"dblp.xml.gz": _gzip_writer(test_dblp.dblp_dump(test_dblp.ARTICLE, test_dblp.PEOPLE))},
    "jats": {"articles": _folder_writer(one__xml=test_jats.ARTICLE)},
    "openalex": {
        "openalex-snapshot/data": _folder_writer(
            works___part_000__json=_json_lines(openalex_documents.WORK),
            sources___part_000__json=_json_lines(openalex_documents.JOURNAL),
        )
    },
    "opencitations": {
        "index.csv": _text_writer(test_opencitations.HEADER + "1-2,doi:10.1000/a,doi:10.1000/b,2020,P1Y,no,no\n")
    },
    "opencitations-meta": {"meta.csv": _meta},
    "orcid": {"ORCID_2024_10_summaries.tar.gz": _orcid},
    "paperscape": {"pscp-1996.csv": _text_writer(test_paperscape.LINE)},
    "pubmed": {"pubmed25n0001.xml.gz": _gzip_writer(test_pubmed.article_set(test_pubmed.ARTICLE).encode())},
    "ris": {"references.ris": _text_writer(test_ris.ARTICLE)},
    "ror": {"v2.9-2026-06-23-ror-data.zip": _ror},
    "semanticscholar": {
        "papers": _folder_writer(part_0__jsonl=_json_lines(semanticscholar_documents.LINE)),
        "abstracts": _folder_writer(part_0__jsonl=_json_lines(semanticscholar_documents.ABSTRACT)),
        "tldrs": _folder_writer(part_0__jsonl=_json_lines(semanticscholar_documents.SUMMARY)),
        "authors": _folder_writer(part_0__jsonl=_json_lines({"authorid": "7", "name": "Jane Doe"})),
        "citations": _folder_writer(
            part_0__jsonl=_json_lines({"citationid": 1, "citingcorpusid": 11, "citedcorpusid": 12})
        ),
    },
    "table": {
        "mapping.toml": _text_writer(table_documents.WHOLE),
        "papers.csv": lambda path: path.write_bytes(table_documents.csv_of([table_documents.ROW])),
    },
    "vispubs": {"papers.parquet": lambda path: test_vispubs.write(path, test_vispubs.ROW)},
}
"""What stands at each path of a source's example."""
