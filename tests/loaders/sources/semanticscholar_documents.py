"""Handmade documents in Semantic Scholar formats and functions that read them."""

import json
from functools import partial
from pathlib import Path
from typing import Any, cast

from loaders.formats.archive import SourceFile
from loaders.records.parts import VolumeUse
from loaders.sources.semanticscholar import SOURCE
from tests.loaders.sources import read_helpers as reading

ONE, TWO, SIX = "1" * 40, "2" * 40, "6" * 40
VENUE = {
    "id": "aa-bb",
    "name": "Journal of Ones",
    "type": "journal",
    "alternate_names": ["J Ones"],
    "issn": "1573-1561",
    "alternate_issns": ["0098-0331", "nonsense"],
    "url": "https://ones.example",
}
LINE: dict[str, Any] = {
    "corpusid": 11,
    "externalids": {
        "ACL": "P02-1040",
        "DBLP": "conf/ones/Doe21",
        "ArXiv": "2101.00001",
        "MAG": "42",
        "CorpusId": "11",
        "PubMed": "7",
        "DOI": "10.1000/ONE",
        "PubMedCentral": "8",
    },
    "url": f"https://www.semanticscholar.org/paper/{ONE}",
    "title": "On ones",
    "authors": [{"authorId": "5", "name": "Jane Doe"}, {"authorId": None, "name": "R. Roe"}, {"authorId": "6"}],
    "venue": "Journal of Ones",
    "publicationvenueid": "aa-bb",
    "year": 2021,
    "referencecount": 3,
    "isopenaccess": True,
    "s2fieldsofstudy": [
        {"category": "Mathematics", "source": "external"},
        {"category": "Mathematics", "source": "s2-fos-model"},
        {"category": "Philosophy", "source": "s2-fos-model"},
    ],
    "publicationtypes": ["JournalArticle", "Review"],
    "publicationdate": "2020-12-09",
    "journal": {"name": "J. Ones", "pages": "1 - 9", "volume": "48"},
}
ABSTRACT: dict[str, Any] = {
    "corpusid": 11,
    "openaccessinfo": {"externalids": {}, "license": "CCBYNC", "url": "https://a.example/1.pdf", "status": "GREEN"},
    "abstract": "Ones are few.",
}
SUMMARY = {"corpusid": 11, "model": "tldr@v2.0.0", "text": "Few."}
OLDER = {"sha": SIX, "corpusid": 11, "primary": False}
USE = VolumeUse(volume="semanticscholar:venue/aa-bb/48", venues=("s2-venue:aa-bb",), pages="1 - 9")


def write_files(folder: Path, **files: Any) -> list[SourceFile]:  # noqa: ANN401 what JSON can be
    """Write lists as JSON lines and return the files."""
    paths = {name: folder / f"{name}.json" for name in files}
    for name, said in files.items():
        lines = cast("list[Any]", said if isinstance(said, list) else [said])
        paths[name].write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return [SourceFile(path.name, path, str(path)) for path in paths.values()]


items = partial(reading.read_items, SOURCE)
records = partial(reading.records, SOURCE)
rejected = partial(reading.rejected, SOURCE)


ANSWER: dict[str, Any] = {
    "paperId": ONE,
    "corpusId": 11,
    "externalIds": {"DOI": "10.1000/ONE"},
    "title": "On ones",
    "abstract": "Ones.",
    "tldr": {"model": "m", "text": "Few."},
    "publicationVenue": VENUE,
    "journal": {"name": "J. Ones", "volume": "48"},
    "openAccessPdf": {"url": "", "status": "CLOSED", "license": None},
    "authors": [{"authorId": "5", "name": "Jane Doe", "affiliations": ["Ones Ltd"], "externalIds": {}}],
    "embedding": {"vector": [0.1]},
    "citations": [{"paperId": TWO, "title": "On twos"}, {"paperId": None, "title": "Not found"}],
    "references": [
        {"paperId": SIX, "title": "On sixes", "intents": ["background"], "isInfluential": False},
        {"paperId": TWO, "title": None},
    ],
}


SHORT = {"paperId": ONE, "title": "On ones"}
