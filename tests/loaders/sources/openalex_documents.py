"""Handmade documents in OpenAlex formats and functions that read them."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from loaders.formats.archive import SourceFile
from loaders.records.record import (
    PaperRecord,
)
from loaders.sources.openalex import SOURCE
from tests.loaders.sources import read_helpers as reading

SITE = "https://openalex.org"
ONES: dict[str, Any] = {"id": f"{SITE}/I1", "display_name": "University of Ones", "ror": "https://ror.org/03yrm5c26"}
TWOS: dict[str, Any] = {"id": f"{SITE}/I2", "display_name": "Twos Ltd", "ror": None, "country_code": "DE"}
JOURNAL: dict[str, Any] = {
    "id": f"{SITE}/S1",
    "display_name": "Journal of Ones",
    "issn_l": "0098-0331",
    "issn": ["0098-0331", "1573-1561", "nonsense"],
    "host_organization_name": "Press",
    "type": "journal",
}
TOPIC: dict[str, Any] = {
    "id": f"{SITE}/T1",
    "display_name": "Ones in Number Theory",
    "score": 0.9,
    "subfield": {"id": f"{SITE}/subfields/2602", "display_name": "Algebra"},
    "field": {"id": f"{SITE}/fields/26", "display_name": "Mathematics"},
    "domain": {"id": f"{SITE}/domains/3", "display_name": "Physical Sciences"},
}
WORK: dict[str, Any] = {
    "id": f"{SITE}/W1",
    "doi": "https://doi.org/10.1000/ONE",
    "title": "On ones",
    "display_name": "On ones",
    "publication_year": 2021,
    "publication_date": "2021-03-09",
    "ids": {
        "openalex": f"{SITE}/W1",
        "doi": "https://doi.org/10.1000/ONE",
        "mag": 42,
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/7",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/8",
    },
    "language": "en",
    "type": "article",
    "primary_location": {"source": JOURNAL, "license": "cc-by-nc-nd", "version": "publishedVersion"},
    "best_oa_location": {"landing_page_url": "https://ones.example/1", "pdf_url": None, "license": "cc-by"},
    "locations": [
        {
            "landing_page_url": "https://ones.example/1",
            "pdf_url": "https://ones.example/1.pdf",
            "source": JOURNAL,
            "license": "cc-by-nc-nd",
            "version": "publishedVersion",
        },
        {"landing_page_url": "https://arxiv.org/abs/2101.00001", "version": "submittedVersion", "license": "other-oa"},
        {"landing_page_url": "https://index.example/1", "version": None},
        {"landing_page_url": "no address"},
    ],
    "open_access": {"is_oa": True, "oa_status": "hybrid", "oa_url": "https://ones.example/1"},
    "authorships": [
        {
            "author": {
                "id": f"{SITE}/A1",
                "display_name": "Jane Doe",
                "orcid": "https://orcid.org/0000-0002-1825-0097",
            },
            "raw_author_name": "Doe, J.",
            "is_corresponding": True,
            "institutions": [ONES, TWOS, {**TWOS, "id": f"{SITE}/I3", "display_name": "Threes"}],
            "raw_affiliation_strings": ["Dept. of Ones", "Somewhere"],
            "affiliations": [
                {"raw_affiliation_string": "Dept. of Ones", "institution_ids": [f"{SITE}/I1", f"{SITE}/I2"]},
                {"raw_affiliation_string": "Somewhere", "institution_ids": []},
            ],
        },
        {"author": {"id": f"{SITE}/A9999999999", "display_name": "R. Roe"}, "institutions": []},
        {"author": {}, "raw_author_name": None},
    ],
    "biblio": {"volume": "48", "issue": "11", "first_page": "817", "last_page": "826"},
    "is_retracted": True,
    "is_paratext": False,
    "primary_topic": TOPIC,
    "topics": [TOPIC, {**TOPIC, "id": f"{SITE}/T2", "display_name": "Twos", "score": 1.5}],
    "keywords": [{"id": f"{SITE}/keywords/ones", "display_name": "Ones", "score": 0.5}],
    "mesh": [
        {"descriptor_ui": "D1", "descriptor_name": "Numbers", "qualifier_ui": "Q1"},
        {"descriptor_ui": "D1", "descriptor_name": "Numbers", "qualifier_ui": "Q2"},
    ],
    "sustainable_development_goals": [
        {"id": "https://metadata.un.org/sdg/4", "display_name": "Quality education", "score": 0.4}
    ],
    "referenced_works": [f"{SITE}/W2", f"{SITE}/W3", f"{SITE}/W4285719527"],
    "related_works": [f"{SITE}/W9"],
    "grants": [{"funder": f"{SITE}/F1", "funder_display_name": "Fund of Ones", "award_id": "A-1"}],
    "awards": [
        {"funder_id": f"{SITE}/F1", "funder_display_name": "Fund of Ones", "funder_award_id": "A-2"},
        {"funder_id": f"{SITE}/F2", "funder_display_name": "Fund of Twos", "funder_award_id": None},
    ],
    "abstract_inverted_index": {"are": [1], "Ones": [0], "few,": [2, 3], "only": [7]},
    "updated_date": "2025-06-11T00:03:37.532706",
}


def write_files(folder: Path, **files: Any) -> list[SourceFile]:  # noqa: ANN401 what JSON can be
    """Write lists as JSON lines and texts as tables of merged IDs; return the files."""
    found: list[SourceFile] = []
    for name, said in files.items():
        path = folder / (f"{name}.csv" if isinstance(said, str) else f"{name}.json")
        lines = cast("list[Any]", said if isinstance(said, list) else [said])
        path.write_text(said if isinstance(said, str) else "\n".join(map(json.dumps, lines)), "utf-8")
        found.append(SourceFile(path.name, path, str(path)))
    return found


items = partial(reading.read_items, SOURCE)
records = partial(reading.records, SOURCE)
rejected = partial(reading.rejected, SOURCE)


def papers(files: Sequence[SourceFile]) -> list[PaperRecord]:
    return [one for one in records(files) if isinstance(one, PaperRecord)]
