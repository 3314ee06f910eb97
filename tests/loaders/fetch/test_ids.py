"""Parsing of ID lists in the forms that users supply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.fetch.pipeline import parse_id, read_ids
from loaders.fetch.service import FetchError, services


@pytest.mark.parametrize(
    ("service", "said", "identifier"),
    [
        ("openalex", "10.1234/AbC,d", "doi:10.1234/abc,d"),
        ("openalex", "https://doi.org/10.5555/x", "doi:10.5555/x"),
        ("openalex", "https://doi.org/10.48550/arXiv.2201.11990", "doi:10.48550/arxiv.2201.11990"),
        ("openalex", "W123", "openalex:W123"),
        ("openalex", "https://openalex.org/W12", "openalex:W12"),
        ("openalex", "pmid:123", "pmid:123"),
        ("openalex", "PMC123", "pmcid:PMC123"),
        ("openalex", "0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("openalex", "0028-0836", "issn:0028-0836"),
        ("openalex", "12345", None),
        ("s2", "649def34f8be52c8b66281af98ae884c09aef38b", "s2:649def34f8be52c8b66281af98ae884c09aef38b"),
        ("s2", "CorpusID:215416146", "s2-corpus:215416146"),
        ("s2", "arXiv:2201.11990v2", "arxiv:2201.11990"),
        ("s2", "P02-1040", "acl:P02-1040"),
        ("arxiv", "https://arxiv.org/abs/hep-th/9901001v2", "arxiv:hep-th/9901001"),
        ("orcid", "https://orcid.org/0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("orcid", "0000-0002-1825-0098", None),
        ("ror", "03jdj4y14", "ror:03jdj4y14"),
        ("crossref", "2201.11990", None),
    ],
)
def test_ids_are_parsed_in_common_spellings(service: str, said: str, identifier: str | None) -> None:
    """The parser reads IDs in the spellings that users supply, and rejects an ambiguous number."""
    assert parse_id(said, services()[service].schemes) == identifier


def test_id_list_ignores_noise_and_reports_invalid_lines() -> None:
    """Comments, empty lines, a byte order mark, quotes and repeats are accepted; the error names bad lines."""
    lines = ["\ufeff10.5555/a", "", '"10.5555/A",', "# none", "10.5555/b # mine"]
    assert read_ids(lines, ("doi",), "mine") == ("doi:10.5555/a", "doi:10.5555/b")
    with pytest.raises(FetchError, match=r"mine: .* \(doi\): line 2: x; line 3: y; line 4: z and 1 more"):
        read_ids(["10.5555/a", "x", "y", "z", "w"], ("doi",), "mine")
    with pytest.raises(FetchError, match="the list contains no ID"):
        read_ids(["", "# x"], ("doi",), "mine")


@given(st.text(max_size=40))
def test_any_text_parses_to_id_or_null(said: str) -> None:
    """For any text the parser returns an ID of one of the schemes or null, and never raises an error."""
    for service in services().values():
        found = parse_id(said, service.schemes)
        assert found is None or found.partition(":")[0] in service.schemes
