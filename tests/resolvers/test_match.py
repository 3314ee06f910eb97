"""Messy names, titles and affiliations match the intended entities: in bulk, in order and with reasons."""

from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Service
from tests.byline.proxy import Proxy
from tests.resolvers.graphql_client import Asker
from tests.resolvers.near_names import PAPERS, candidates

pytestmark = pytest.mark.graph


@pytest.mark.parametrize(
    ("kind", "facts", "meant"),
    [
        ("papers", {"title": "bleu  A METHOD for automatic evaluation, of machine translation."}, "p_bleu"),
        ("papers", {"title": "Bleu: a Mehtod for Automatic Evalution of Machine Translaton"}, "p_bleu"),
        ("papers", {"title": "Automatic Evaluation of Machine Translation: Bleu, a Method for"}, "p_bleu"),
        ("papers", {"title": "https://doi.org/10.3115/1073083.1073135"}, "p_bleu"),
        ("papers", {"title": "p02-1040"}, "p_bleu"),
        ("papers", {"title": "BLEU", "doi": "doi:10.3115/1073083.1073135"}, "p_bleu"),
        ("papers", {"title": "BLEU", "doi": "no doi", "authors": ["Manning, C."], "year": 2002}, "p_bleu"),
        (
            "papers",
            {"title": "BERT: Pretraining of deep bidirectional transformers for language understanding"},
            "p_bert",
        ),
        ("papers", {"title": "BERT", "year": 2018, "authors": ["J. Devlin", "W. Wang"]}, "p_bert"),
        ("papers", {"title": "BERT"}, None),
        ("papers", {"title": "BERT", "year": 2019, "authors": ["J. Devlin"]}, "p_bert"),
        ("papers", {"title": "semeval 2013 task 2 sentiment analysis in twitter"}, "p_task2"),
        ("papers", {"title": "SemEval-2013 Task 3: Sentiment Analysis in Twitter"}, None),
        ("papers", {"title": "Attention is all you need"}, None),
        ("papers", {"title": "analyse d'un corpus ecologique de corrections extrait de l'encyclopedie"}, "p_fr"),
        ("papers", {"title": "\u673a\u5668\u7ffb\u8bd1\u7814\u7a76\u8fdb\u5c55"}, "p_zh"),
        ("papers", {"title": "To Be or Not to Be"}, "p_tobe"),
        ("papers", {"title": "Introduction"}, None),
        ("papers", {"title": "Introduction", "year": 2009}, "p_intro2"),
        ("papers", {"title": "Introduction", "year": 1970}, None),
        (
            "papers",
            {"title": "Bleu: a Method for Automatic Evaluation of Machine Translation", "authors": ["X. Y"]},
            None,
        ),
        ("researchers", {"name": "MANNING, Christopher D."}, "r_manning"),
        ("researchers", {"name": "Prof. Chris Manning (Stanford)"}, "r_manning"),
        ("researchers", {"name": "Manning Christopher"}, "r_manning"),
        ("researchers", {"name": "Manning, C. D."}, None),
        (
            "researchers",
            {"name": "Manning CD", "work": "BLEU: a method for automatic evaluation of machine translation"},
            "r_manning",
        ),
        ("researchers", {"name": "C. Manning", "affiliation": "Stanford Univ., USA"}, "r_manning"),
        ("researchers", {"name": "Wei Wang"}, None),
        ("researchers", {"name": "Wang, W.", "coauthors": ["Jacob Devlin"]}, "r_wang2"),
        ("researchers", {"name": "Wei Wang", "coauthors": ["Devlin, J."]}, "r_wang2"),
        ("researchers", {"name": "christof mueller"}, None),
        ("researchers", {"name": "M\u00dcLLER, CHRISTOF"}, "r_mueller"),
        ("researchers", {"name": "O'Brien, Pat, Jr"}, "r_brien"),
        ("researchers", {"name": "Chao Liu"}, "r_chao"),
        ("researchers", {"name": "Liu, Chao-Lin"}, "r_liu"),
        ("researchers", {"name": "Liu Chaolin"}, "r_liu"),
        ("researchers", {"name": "\u738b\u5c0f\u660e"}, "r_hans"),
        ("researchers", {"name": "0000-0002-1825-0097"}, "r_devlin"),
        ("researchers", {"name": "J. Devlin", "orcid": "https://orcid.org/0000-0002-1825-0097"}, "r_devlin"),
        ("researchers", {"name": "Erin Manning", "orcid": "0000-0002-1825-0097"}, None),
        ("institutions", {"name": "Dept. of CS, Univ. of Edinburgh, Scotland"}, "i_edinburgh"),
        ("institutions", {"name": "School of Informatics - University of Edinburgh"}, "i_edinburgh"),
        ("institutions", {"name": "Univresity of Edinburgh"}, "i_edinburgh"),
        ("institutions", {"name": "oilthigh dhun eideann"}, "i_edinburgh"),
        ("institutions", {"name": "Massachusetts Inst. of Tech., Cambridge, MA, USA"}, "i_mit"),
        ("institutions", {"name": "MIT, Cambridge, USA"}, "i_mit"),
        ("institutions", {"name": "York University"}, None),
        ("institutions", {"name": "York University", "country": "CA"}, "i_york_ca"),
        ("institutions", {"name": "York Univ., UK"}, "i_york_uk"),
        ("institutions", {"name": "University of Washington"}, "i_washington"),
        ("institutions", {"name": "Washington University"}, "i_washu"),
        ("institutions", {"name": "Stanford University Medical School"}, "i_stanford"),
        ("institutions", {"name": "Department of Nothing"}, None),
    ],
)
async def test_messy_description_matches_intended_entity(
    asked: Asker, kind: str, facts: dict[str, Any], meant: str | None
) -> None:
    """A messy description matches the intended entity, or no entity if that is uncertain."""
    (found,) = await candidates(asked, kind, facts)
    matched = [one["node"]["id"] for one in found if one["match"]]
    assert matched == ([meant] if meant else []), found


async def test_match_keeps_order_of_descriptions(asked: Asker) -> None:
    """Answers keep the order of descriptions, an empty one has no candidates, and candidates are best first."""
    found = await candidates(asked, "papers", {"title": "bleu"}, {}, {"title": " "}, {"title": PAPERS["p_zh"][0]})
    assert [bool(one) for one in found] == [True, False, False, True]
    assert found[3][0]["node"]["id"] == "p_zh"
    for one in found:
        scores = [candidate["score"] for candidate in one]
        assert scores == sorted(scores, reverse=True)


async def test_score_is_sum_of_reasons(asked: Asker) -> None:
    """Reasons have a kind and the compared value, and add up to the score, between 0 and 100."""
    (found,) = await candidates(asked, "researchers", {"name": "Manning, C.", "affiliation": "Stanford University"})
    best = found[0]
    assert {one["kind"] for one in best["reasons"]} == {"NAME", "AFFILIATION"}
    assert best["score"] == min(100, round(sum(one["score"] for one in best["reasons"]), 1))
    assert "Stanford" in next(one["value"] for one in best["reasons"] if one["kind"] == "AFFILIATION")


async def test_limit_truncates_candidates(asked: Asker) -> None:
    """`limit` truncates the candidates, and changes neither the best one nor whether it is a match."""
    (one,), (many,) = (
        await candidates(asked, "papers", {"title": "Introduction"}, limit=1),
        await candidates(asked, "papers", {"title": "Introduction"}, limit=10),
    )
    assert len(one) == 1
    assert [candidate["match"] for candidate in many] == [False] * len(many)
    assert one[0] == many[0]


@pytest.mark.full
async def test_thousand_descriptions_are_one_statement(asked: Asker, address: Address) -> None:
    """A thousand descriptions send one RUN message, and each is answered."""
    del asked  # the fixture creates the papers
    facts = [{"title": f"{title} {number}"} for number in range(100) for title, _ in PAPERS.values()]
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            found = await candidates(Asker(Service(graph)), "papers", *facts)
        assert (len(found), proxy.runs) == (1_000, 1)


@pytest.mark.parametrize(
    ("query", "code", "told"),
    [
        (
            "{ match { candidates { score } } }",
            Code.BAD_USER_INPUT,
            "exactly one of researchers, papers and",
        ),
        (
            '{ match(papers: [{title: "x"}], institutions: []) { candidates { score } } }',
            Code.BAD_USER_INPUT,
            "papers and institutions are given",
        ),
        ("{ match(papers: null) { candidates { score } } }", Code.BAD_USER_INPUT, "no list is given"),
        ('{ match(papers: [{title: "x"}], first: 0) { candidates { score } } }', Code.BAD_USER_INPUT, "first is 0"),
        ('{ match(papers: [{title: "x"}], first: 11) { candidates { score } } }', Code.PAGE_TOO_LARGE, "first is 11"),
        ('{ match(papers: [{name: "x"}]) { candidates { score } } }', Code.VALIDATION, "name"),
        (
            "{ match(papers: [" + '{title: "x"} ' * 1_001 + "]) { candidates { score } } }",
            Code.PAGE_TOO_LARGE,
            "1,001 descriptions; at most 1,000",
        ),
        (
            "{ match(papers: [" + '{title: "x"} ' * 1_000 + "]) { candidates { node { ... on Paper "
            "{ authors { nodes { name } } } } } } }",
            Code.TOO_COSTLY,
            "match",
        ),
    ],
)
async def test_invalid_match_requests_are_rejected(asked: Asker, query: str, code: Code, told: str) -> None:
    """No list, two lists, a limit out of bounds, too many descriptions and too much cost are rejected."""
    reply = await asked.reply(query)
    assert (reply.code, reply.ran) == (code, False)
    assert told in reply.errors[0]["message"]


async def test_descriptions_share_one_plan(asked: Asker) -> None:
    """The plan is the same for all values and numbers of descriptions in variables."""
    plans = asked.service.plan_cache.plans
    await candidates(asked, "papers", {"title": "x"})
    before = len(plans)
    await candidates(asked, "papers", {"title": "y", "year": 2020, "authors": ["z"]}, {"doi": None}, {})
    assert len(plans) == before


async def test_descriptions_mix_literals_and_variables(asked: Asker) -> None:
    """A description in the document may contain variables, and a single one needs no list brackets."""
    query = (
        "query M($t: String!, $y: Int) { match(papers: {title: $t, year: $y}) { candidates { match node { id } } } }"
    )
    for variables, matches in (({"t": "Introduction", "y": 2001}, True), ({"t": "Introduction"}, False)):
        answer: Any = await asked(query, **variables)
        assert answer["match"][0]["candidates"][0]["match"] is matches


async def test_match_supports_aliases_and_fragments(asked: Asker) -> None:
    """Every field accepts aliases and repetition; the node has the fields that its type's fragment selects."""
    answer: Any = await asked(
        '{ all: match(papers: [{title: "p02-1040"}]) { __typename a: candidates { __typename m: match why: reasons '
        "{ __typename kind } one: node { __typename id } two: node { ... on Paper { title year } } } "
        "b: candidates { s: score } } }"
    )
    (found,) = answer["all"]
    assert found["__typename"] == "Match"
    assert found["b"] == [{"s": 100.0}]
    assert found["a"][0]["why"][0] == {"__typename": "MatchReason", "kind": "IDENTIFIER"}
    assert found["a"][0]["one"] == {"__typename": "Paper", "id": "p_bleu"}
    assert found["a"][0]["two"] == {"title": PAPERS["p_bleu"][0], "year": 2002}


async def test_strawberry_executor_gives_same_matches(asked: Asker) -> None:
    """Strawberry's own executor gives the same answer."""
    other = Asker(Service(asked.service.graph, executor="strawberry"))
    for kind, facts in (("papers", {"title": "bleu a method"}), ("researchers", {"name": "Chris Maning"})):
        assert await candidates(other, kind, facts) == await candidates(asked, kind, facts)
