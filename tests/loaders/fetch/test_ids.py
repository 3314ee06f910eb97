"""Lists of ids, as people have them."""

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
def test_spellings(service: str, said: str, identifier: str | None) -> None:
    """Ids are known in the spellings that people have, and a number that may be anything is none."""
    assert parse_id(said, services()[service].schemes) == identifier


def test_a_list() -> None:
    """Remarks, empty lines, a byte order mark, quotes and repeated ids are no trouble; wrong lines are named."""
    lines = ["\ufeff10.5555/a", "", '"10.5555/A",', "# none", "10.5555/b # mine"]
    assert read_ids(lines, ("doi",), "mine") == ("doi:10.5555/a", "doi:10.5555/b")
    with pytest.raises(FetchError, match=r"mine: .* \(doi\): line 2: x; line 3: y; line 4: z and 1 more"):
        read_ids(["10.5555/a", "x", "y", "z", "w"], ("doi",), "mine")
    with pytest.raises(FetchError, match="the list contains no ID"):
        read_ids(["", "# x"], ("doi",), "mine")


@given(st.text(max_size=40))
def test_any_text_is_an_id_or_none(said: str) -> None:
    """Whatever stands on a line, it is an id of the scheme that it is told as, or none; never an error."""
    for service in services().values():
        found = parse_id(said, service.schemes)
        assert found is None or found.partition(":")[0] in service.schemes
