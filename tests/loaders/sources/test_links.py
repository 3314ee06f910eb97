"""Links to code and data in running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.bibliographic.repository_links import resources
from loaders.records.parts import Resource
from loaders.records.urls import url


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Code is at https://github.com/NVIDIA/Megatron-LM.", "https://github.com/NVIDIA/Megatron-LM"),
        (r"\url{https://github.com/a/b_c}, see", "https://github.com/a/b_c"),
        (r"\href{http://www.github.com/a/b\_c}{code}", "https://github.com/a/b_c"),
        ("(github.com/a/b.git)", "https://github.com/a/b"),
        ("https://github.com/a/b/issues/7", "https://github.com/a/b"),
        ("https://github.com/a/b/tree/main/c/d#readme", "https://github.com/a/b/tree/main/c/d"),
        ("https://github.com/a/b?tab=readme", "https://github.com/a/b"),
        ("https://gist.github.com/a/0123abcd", "https://gist.github.com/a/0123abcd"),
        ("https://gitlab.com/g/h/i/-/tree/main", "https://gitlab.com/g/h/i"),
        ("https://gitlab.inria.fr/g/h", "https://gitlab.inria.fr/g/h"),
        ("HTTPS://Bitbucket.org/a/b/src/main", "https://bitbucket.org/a/b"),
    ],
)
def test_code(text: str, address: str) -> None:
    """A link to a repository, however it is written, becomes code under the repository's one address."""
    assert resources(text) == (Resource(url=address, kind="code", by="text"),)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://zenodo.org/record/123456#.X", "https://zenodo.org/records/123456"),
        ("https://zenodo.org/records/123456/files/x.zip", "https://zenodo.org/records/123456"),
        ("doi:10.5281/zenodo.123456.", "https://zenodo.org/records/123456"),
        ("https://doi.org/10.5281/zenodo.123456)", "https://zenodo.org/records/123456"),
        ("https://huggingface.co/datasets/a/b/viewer", "https://huggingface.co/datasets/a/b"),
    ],
)
def test_data_sets(text: str, address: str) -> None:
    """A link to a data set, by page or DOI, becomes a data set under one address."""
    assert resources(text) == (Resource(url=address, kind="dataset", by="text"),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://github.com/NVIDIA",
        "https://github.com/topics/nlp",
        "https://nvidia.github.io/Megatron-LM",
        "https://notgithub.com/a/b",
        "git@github.com:a/b",
        "https://example.org/github.com/a/b",
        "https://huggingface.co/a/model",
        "https://doi.org/10.1000/182",
        "https://zenodo.org/communities/x",
        "github.com and gitlab.com are hosts",
    ],
)
def test_what_is_neither(text: str) -> None:
    """Owners, pages about a project, models, other DOIs and look-alike hosts are no code and no data."""
    assert resources(text) == ()


def test_each_once_in_order() -> None:
    """Several links come in the text's order, one and the same thing once."""
    text = "github.com/b/b, https://github.com/a/a; data: zenodo.org/record/1; again http://github.com/b/b."
    assert [one.url for one in resources(text)] == [
        "https://github.com/b/b",
        "https://github.com/a/a",
        "https://zenodo.org/records/1",
    ]


@given(st.text(alphabet="abz09./:-_~%@#?{}\\ \n").map(lambda text: "https://github.com/" + text))
def test_any_text(text: str) -> None:
    """Whatever follows a host's name, what comes out is a web address in normal form."""
    for one in resources(text):
        assert url(one.url) == one.url
