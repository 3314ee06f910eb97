"""External IDs: one normal form each, and errors with an example."""

import pytest

from normalization.identifiers import (
    EXAMPLES,
    FORMS,
    IdentifierError,
    entity_key,
    lookup_key,
    lookup_key_of_url,
    normalize,
    valid_ids,
)


def test_scheme_examples_are_valid() -> None:
    """The example in the error of each scheme is a valid ID of that scheme."""
    assert EXAMPLES.keys() == FORMS.keys()
    for scheme, example in EXAMPLES.items():
        value = example.partition(" or ")[0].partition(",")[0]
        assert normalize(f"{scheme}:{value}").startswith(f"{scheme}:")


@pytest.mark.parametrize("scheme", sorted(FORMS))
def test_invalid_id_is_rejected_with_example(scheme: str) -> None:
    """An invalid ID raises an error that names its scheme and shows an example."""
    with pytest.raises(IdentifierError) as caught:
        normalize(f"{scheme}:no id at all")
    assert str(caught.value) == f"'no id at all' is not a valid {scheme} ID. Example: {EXAMPLES[scheme]}."


@pytest.mark.parametrize(
    ("written", "normalised"),
    [
        ("doi:https://doi.org/10.1000/ABC.", "doi:10.1000/abc"),
        ("doi:doi: 10.1000/182", "doi:10.1000/182"),
        ("arxiv:https://arxiv.org/abs/2201.11990v3", "arxiv:2201.11990"),
        ("arxiv:arXiv:math.GT/0309136v1", "arxiv:math/0309136"),
        ("orcid:https://orcid.org/0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("orcid:0000-0002-1694-233x", "orcid:0000-0002-1694-233X"),
        ("ror:https://ror.org/03YRM5C26", "ror:03yrm5c26"),
        ("openalex:https://openalex.org/w2741809807", "openalex:W2741809807"),
        ("dblp:https://dblp.org/rec/conf/acl/Doe20.html", "dblp:conf/acl/Doe20"),
        ("dblp:DBLP:journals/cacm/Doe20", "dblp:journals/cacm/Doe20"),
        ("dblp-person:https://dblp.uni-trier.de/pid/22/3948", "dblp-person:22/3948"),
        ("dblp-person:Wei  Wang 0001", "dblp-person:Wei Wang 0001"),
        ("issn:20493630", "issn:2049-3630"),
        ("pmid: 0023193287 ", "pmid:23193287"),
        ("pmcid:3531190", "pmcid:PMC3531190"),
        ("pmcid:https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3531190/", "pmcid:PMC3531190"),
        ("pmcid:https://europepmc.org/articles/pmc3531190", "pmcid:PMC3531190"),
        ("funder:https://doi.org/10.13039/100000001", "funder:10.13039/100000001"),
        ("funder:501100000780", "funder:10.13039/501100000780"),
        ("acl:  P19-1285 ", "acl:P19-1285"),
        ("acl:p19-1285", "acl:P19-1285"),
        ("acl:https://aclanthology.org/P02-1040/", "acl:P02-1040"),
        ("acl:https://aclanthology.org/P02-1040", "acl:P02-1040"),
        ("acl:https://aclanthology.org/P02-1040.pdf", "acl:P02-1040"),
        ("acl:https://aclanthology.org/P02-1040v2.pdf", "acl:P02-1040"),
        ("acl:http://www.aclanthology.org/2020.ACL-main.169/", "acl:2020.acl-main.169"),
        ("acl:aclanthology.org/2020.findings-emnlp.1.bib", "acl:2020.findings-emnlp.1"),
        ("acl:https://www.aclweb.org/anthology/P02-1040/", "acl:P02-1040"),
        ("acl:http://aclweb.org/anthology/P/P02/P02-1040.pdf", "acl:P02-1040"),
        ("acl:https://aclanthology.info/papers/P02-1040/p02-1040", "acl:P02-1040"),
        ("acl:ACL:P02-1040", "acl:P02-1040"),
        ("arxiv:https://arxiv.org/pdf/1909.08053v2.pdf", "arxiv:1909.08053"),
        ("arxiv:arxiv.org/abs/1909.08053", "arxiv:1909.08053"),
        ("arxiv:export.arxiv.org/pdf/1909.08053v4", "arxiv:1909.08053"),
        ("arxiv:arXiv:1909.08053.", "arxiv:1909.08053"),
        ("arxiv:arXiv:1909.08053v4 [cs.CL]", "arxiv:1909.08053"),
        ("arxiv:10.48550/arXiv.1909.08053", "arxiv:1909.08053"),
        ("arxiv:doi.org/10.48550/ARXIV.math/0309136", "arxiv:math/0309136"),
        ("doi:doi.org/10.1000/182", "doi:10.1000/182"),
        ("handle:http://hdl.handle.net/2065/12142", "handle:2065/12142"),
        ("isbn:978-3-16-148410-0", "isbn:9783161484100"),
        (
            "s2:https://www.semanticscholar.org/paper/A-Title/649DEF34f8be52c8b66281af98ae884c09aef38b",
            "s2:649def34f8be52c8b66281af98ae884c09aef38b",
        ),
        ("s2-corpus:CorpusID:215416146", "s2-corpus:215416146"),
        ("s2-person:https://www.semanticscholar.org/author/O.-Etzioni/1741101", "s2-person:1741101"),
    ],
)
def test_id_spellings_share_normal_form(written: str, normalised: str) -> None:
    """Every common spelling of an ID has one normal form, and the normal form stays unchanged."""
    assert normalize(written) == normalised
    assert normalize(normalised) == normalised


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("doi:10.48550/arXiv.1909.08053", "arxiv:1909.08053"),
        ("doi:https://doi.org/10.48550/ARXIV.math/0309136v2", "arxiv:math/0309136"),
        ("doi:10.48550/arXiv.nothing", "doi:10.48550/arxiv.nothing"),
        ("doi:10.1000/182", "doi:10.1000/182"),
        ("arxiv:1909.08053", "arxiv:1909.08053"),
    ],
)
def test_arxiv_doi_is_looked_up_as_arxiv_id(written: str, known: str) -> None:
    """A DOI of arXiv is looked up by its arXiv ID, whether or not a source states the DOI."""
    assert lookup_key(written) == known


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("acl:P19-1", "volume:acl:P19-1"),
        ("acl:w19-52", "volume:acl:W19-52"),
        ("acl:2020.ACL-main", "volume:acl:2020.acl-main"),
        ("https://aclanthology.org/volumes/P19-1", "volume:acl:P19-1"),
        ("acl:P19-1001", "acl:P19-1001"),
        ("acl:2020.acl-main.169", "acl:2020.acl-main.169"),
        ("https://aclanthology.org/P19-1001/", "acl:P19-1001"),
    ],
)
def test_acl_id_names_a_volume_or_a_paper(written: str, known: str) -> None:
    """The ACL Anthology gives papers and volumes IDs of one form; a client need not know Byline's two schemes."""
    assert entity_key(written) == known


@pytest.mark.parametrize(
    "raw", ["orcid:0000-0002-1825-0098", "isbn:9783161484101", "issn:2049-3631", "doi:10.1162/", "doi:"]
)
def test_truncated_id_and_wrong_check_digit_are_rejected(raw: str) -> None:
    """An ID with a wrong check digit and a truncated ID are rejected."""
    with pytest.raises(IdentifierError):
        normalize(raw)


@pytest.mark.parametrize("unseen", ["\x00", "\x1b", "\x7f", "\x85", "\u200e", "\u202e", "\u2066", "\ufeff"])
@pytest.mark.parametrize("raw", ["doi:10.1000/a{}b", "doi:10.1000/ab{}", "anything:a{}b"])
def test_control_character_in_id_is_rejected(raw: str, unseen: str) -> None:
    """An ID with an invisible character at any position is rejected; the error shows its code point."""
    with pytest.raises(IdentifierError, match=rf"\\u{ord(unseen):04x}.* a control character"):
        normalize(raw.format(unseen))


def test_id_without_scheme_is_rejected() -> None:
    """A text without a scheme is rejected with the expected form."""
    with pytest.raises(IdentifierError, match="Expected scheme:value"):
        normalize("10.1000/182")


def test_foreign_url_is_no_pmcid() -> None:
    """A URL of another site that ends in a number is rejected as a PMCID."""
    for address in ("https://example.org/articles/3531190", "https://doi.org/10.1000/3531190"):
        with pytest.raises(IdentifierError):
            normalize(f"pmcid:{address}")


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://doi.org/10.1000/ABC", "doi:10.1000/abc"),
        ("https://doi.org/10.48550/arXiv.2201.11990", "arxiv:2201.11990"),
        ("https://doi.org/10.13039/100000001", "funder:10.13039/100000001"),
        ("https://arxiv.org/pdf/2201.11990v2", "arxiv:2201.11990"),
        ("https://orcid.org/0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("https://ror.org/03yrm5c26", "ror:03yrm5c26"),
        ("https://aclanthology.org/P02-1040.pdf", "acl:P02-1040"),
        ("https://openalex.org/W2741809807", "openalex:W2741809807"),
        ("https://openalex.org/authors/a5023888391", "openalex-person:A5023888391"),
        (f"https://www.semanticscholar.org/paper/A-Title-Doe/{'4e' * 20}?sort=new", f"s2:{'4e' * 20}"),
        ("https://api.semanticscholar.org/CorpusID:13756489", "s2-corpus:13756489"),
        ("https://www.semanticscholar.org/author/Jane-Doe/40348417", "s2-person:40348417"),
        ("https://dblp.org/rec/conf/acl/Doe20.html?view=bibtex", "dblp:conf/acl/Doe20"),
        ("https://dblp.org/pid/22/3948.html", "dblp-person:22/3948"),
        ("https://pubmed.ncbi.nlm.nih.gov/23193287/", "pmid:23193287"),
        ("https://europepmc.org/article/MED/23193287", "pmid:23193287"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3531190/", "pmcid:PMC3531190"),
        ("https://europepmc.org/article/PMC/PMC3531190", "pmcid:PMC3531190"),
        ("https://hdl.handle.net/2027/mdp.1", "handle:2027/mdp.1"),
        ("https://dl.acm.org/doi/10.1145/3458817.3476209", "doi:10.1145/3458817.3476209"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/asi.24750?af=R", "doi:10.1002/asi.24750"),
        ("https://example.org/doi/about", None),
        ("https://portal.issn.org/resource/ISSN/2049-3630", "issn:2049-3630"),
        ("HTTPS://DOI.ORG/10.1000/182", "doi:10.1000/182"),
        ("https://doi.org/10.1000%2F182/?via=x#top", "doi:10.1000/182"),
        ("https://arxiv.org/abs/2201.11990?context=cs", "arxiv:2201.11990"),
        ("https://ror.org/03yrm5c26/", "ror:03yrm5c26"),
        ("https://orcid.org/0000-0002-1825-0097?lang=en", "orcid:0000-0002-1825-0097"),
        ("https://aclanthology.org/people/virginia-adams/", "acl-person:virginia-adams"),
        ("https://aclanthology.org/people/v/virginia-adams/", "acl-person:virginia-adams"),
        ("https://aclanthology.org/venues/acl/", "acl-venue:acl"),
        ("https://aclanthology.org/volumes/2023.acl-long/", "volume:acl:2023.acl-long"),
        ("https://doi.org/10.1000/a%00b", None),
        ("https://example.org/10.1000/182", None),
        ("https://example.org/?https://doi.org/10.1000/182", None),
        ("https://dblp.org/db/conf/acl/acl2020.html", None),
        ("doi.org/10.1000/182", None),
    ],
)
def test_id_in_url_is_found(url: str, key: str | None) -> None:
    """The URL of a known site is the ID in it; other texts are none."""
    assert lookup_key_of_url(url) == key


def test_valid_ids_omit_absent_and_invalid_values() -> None:
    """The IDs are in normal form, in order, each once."""
    stated = ["2049-3630", None, "", "in print", "2049-3630", "0098-0331"]
    assert valid_ids("issn", stated) == ("issn:2049-3630", "issn:0098-0331")
