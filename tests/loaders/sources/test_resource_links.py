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
def test_repository_links_become_code(text: str, address: str) -> None:
    """A link to a repository, in any form, becomes code under the repository's URL."""
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
def test_dataset_links_become_datasets(text: str, address: str) -> None:
    """A link to a dataset, by page or DOI, becomes a dataset under one URL."""
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
def test_other_links_are_ignored(text: str) -> None:
    """Owners, project pages, models, other DOIs and look-alike hosts are neither code nor data."""
    assert resources(text) == ()


def test_links_are_listed_once_in_order() -> None:
    """Links come in the order of the text, each resource once."""
    text = "github.com/b/b, https://github.com/a/a; data: zenodo.org/record/1; again http://github.com/b/b."
    assert [one.url for one in resources(text)] == [
        "https://github.com/b/b",
        "https://github.com/a/a",
        "https://zenodo.org/records/1",
    ]


@given(st.text(alphabet="abz09./:-_~%@#?{}\\ \n").map(lambda text: "https://github.com/" + text))
def test_any_text_gives_normalized_urls(text: str) -> None:
    """For any text after a host name, the result is a normalized URL."""
    for one in resources(text):
        assert url(one.url) == one.url
