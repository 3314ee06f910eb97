"""Search: the same tokenizer for input and index, exact hits first, never a syntax error."""

from collections.abc import AsyncGenerator
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.compile import search
from resolvers.compile.search import search_terms
from resolvers.compile.search_matches import matching_texts
from resolvers.errors import Code
from resolvers.execute import Request, Service
from tests.conftest import emptied
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

SEARCH = """
query S($q: String!, $kinds: [EntityKind!]) {
  search(query: $q, kinds: $kinds) {
    nodes {
      id
      ... on Paper { title }
      ... on Researcher { name }
      ... on Institution { name }
      ... on Venue { name }
      ... on Topic { code }
    }
  }
}
"""
PAPERS = (
    "Know What You Don\u2019t Know: Unanswerable Questions for SQuAD",
    "Analyse d\u2019un corpus écologique de corrections extrait de l\u2019encyclopédie",
    "WAE_RN: Integrating Wasserstein Autoencoder and Relational Network",
    "Terminology: don't only collect it, use it!",
    "What I've learned (and why you shouldn't take my word for it)",
    "BERT: Pre-training of Deep Bidirectional Transformers",
    "Revisiting Bert and why not",
    "机器翻译研究进展",
    "Attention Is All You Need",
    "C++ for the impatient",
    "Systems at SemEval-2024: gpt3.5",
    "Textless Speech-to-Speech Translation with 11,001 New Features",
)
PEOPLE = (
    "Michael O\u2019Donnell",
    "Shun'ya Iwasawa",
    "Jan Černocký",
    "Christof Müller",
    "Mathias Muller",
    "Łukasz Kaiser",
    "R.J. van Vark",
    "Bert Cranen",
    "Bert Chan",
    "Yang An",
    "Hui Yang",
    "Will To",
    "\u042e\u0440\u0438\u0439 \u0419\u043e\u0433\u043e\u0432",
)
INSTITUTIONS = ("Women's and Children's Hospital", "U.S. Air Force Test Center", "Ekuberg Pharma s.r.l. (Italy)")
FILL = """
UNWIND range(0, size($papers) - 1) AS i
CREATE (:Paper {id: 'p_' + i, ord: 'p' + i, title: $papers[i]})
WITH count(*) AS _
UNWIND range(0, size($people) - 1) AS i
CREATE (:Researcher {id: 'r_' + i, ord: 'r' + i, name: $people[i]})
WITH count(*) AS _
UNWIND range(0, size($institutions) - 1) AS i
CREATE (:Institution {id: 'i_' + i, ord: 'i' + i, name: $institutions[i]})
WITH count(*) AS _
CREATE (:Institution {id: 'i_mit', ord: 'im', name: 'Massachusetts Institute of Technology', acronyms: ['MIT'],
                      paperCount: 69})
CREATE (:Institution {id: 'i_mien', ord: 'in', name: 'Mien Dong University', acronyms: ['MIT'],
                      aliases: ['MIT Uni', 'MIT Vietnam']})
CREATE (:Institution {id: 'i_lab', ord: 'io', name: 'MIT MIT Lab', aliases: ['MIT MIT', 'Lab of MIT'], paperCount: 900})
CREATE (:Topic {id: 't_1', ord: 't1', scheme: 'arxiv', code: 'cs.LG', label: 'Machine Learning'})
CREATE (:Venue {id: 'v_1', ord: 'v1', name: 'Annual Meeting', acronym: 'ACL'})
CREATE (:Identifier {scheme: 'byline', value: 'r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB'})-[:IDENTIFIES]->
       (:Researcher {id: 'r_kept', ord: 'rk', name: 'Kept'})
CREATE (:Identifier {scheme: 'acl', value: 'P02-1040'})-[:IDENTIFIES]->
       (:Paper {id: 'p_bleu', ord: 'pb', title: 'Bleu', acl: 'P02-1040'})
WITH count(*) AS _
MATCH (paper:Paper {title: 'Attention Is All You Need'})
SET paper.year = 2017, paper.citationCount = 9
CREATE (:Researcher {id: 'r_out', ord: 'rp', name: 'Quentin Zygmont', optedOut: true})
CREATE (large:Paper {id: 'p_large', ord: 'pl', title: 'Report of a collaboration'})
FOREACH (number IN range(120, 1, -1) |
  CREATE (:Researcher {id: 'r_w' + number, ord: 'rw' + number, name: 'W Writer' + number + 'x'})
    -[:AUTHORED {position: number, nameAsWritten: 'W. Writer' + number + 'x'}]->(large))
WITH paper
UNWIND [
  [1, 'Łukasz Kaiser', 'Ł. Kaiser'], [2, 'Jan Černocký', 'Jan Černocký'], [3, 'Quentin Zygmont', 'Q. Zygmont']
] AS author
MATCH (person:Researcher {name: author[1]})
CREATE (person)-[:AUTHORED {position: author[0], nameAsWritten: author[2], ord: person.ord}]->(paper)
"""


@pytest.fixture(scope="module")
async def ask_names(address: Address) -> AsyncGenerator[Asker]:
    """Yield a client for entities with unusual names."""
    async with Graph(address) as graph:
        await emptied(graph)
        await graph.administer(FILL, {"papers": PAPERS, "people": PEOPLE, "institutions": INSTITUTIONS})
        yield Asker(Service(graph))
        await emptied(graph)


async def search_names(ask: Asker, text: str, *kinds: str) -> list[str]:
    """Return the names of the search results, best first."""
    answer: Any = await ask(SEARCH, q=text, kinds=list(kinds) or None)
    shown = answer["search"]["nodes"]
    return [node.get("title") or node.get("name") or node["code"] for node in shown]


@pytest.mark.parametrize(
    "shown", sampled_cases([*PAPERS, *PEOPLE, *INSTITUTIONS, "cs.LG", "ACL"], 8, evenly_spaced=True)
)
async def test_displayed_name_is_found_first(ask_names: Asker, shown: str) -> None:
    """A title, name or code typed exactly as displayed finds its entity first."""
    first, *_ = await search_names(ask_names, shown)
    assert first == {"ACL": "Annual Meeting"}.get(shown, shown)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Cernocky", "Jan Černocký"),
        ("ČERNOCKÝ jan", "Jan Černocký"),
        ("P02-1040", "Bleu"),
        (" acl:P02-1040", "Bleu"),
        ("c\u030cernock", "Jan Černocký"),
        ("Černock", "Jan Černocký"),
        ("cernoc", "Jan Černocký"),
        ("christof muller", "Christof Müller"),
        ("mathias MÜLLER", "Mathias Muller"),
        ("lukasz kaiser", "Łukasz Kaiser"),
        ("\uff4d\uff55\uff4c\uff4c\uff45\uff52 mathias", "Mathias Muller"),
        ("o'donnell", "Michael O\u2019Donnell"),
        ("michael o\u2019don", "Michael O\u2019Donnell"),
        ("shun\u2019ya", "Shun'ya Iwasawa"),
        ("\u044e\u0440\u0438\u0439 \u0439\u043e", "\u042e\u0440\u0438\u0439 \u0419\u043e\u0433\u043e\u0432"),
        ("know what you dont know", "Know What You Don\u2019t Know: Unanswerable Questions for SQuAD"),
        ("pre-trai", "BERT: Pre-training of Deep Bidirectional Transformers"),
        ("机器翻", "机器翻译研究进展"),
        ("c++", "C++ for the impatient"),
        ("attention is", "Attention Is All You Need"),
        ("yang a", "Yang An"),
    ],
)
async def test_search_ignores_accents_and_completes_words(ask_names: Asker, typed: str, shown: str | None) -> None:
    """Accents, case, width and kinds of apostrophe make no difference, and the last word may be a prefix."""
    names = await search_names(ask_names, typed)
    assert names[:1] == ([shown] if shown else [])


async def test_exact_hit_comes_first(ask_names: Asker) -> None:
    """An acronym finds its bearers first, the most prolific before others;
    the first word of a title precedes a first name.
    """
    assert (await search_names(ask_names, "mit"))[:3] == [
        "Massachusetts Institute of Technology",
        "Mien Dong University",
        "MIT MIT Lab",
    ]
    assert (await search_names(ask_names, "bert"))[0] == "BERT: Pre-training of Deep Bidirectional Transformers"


async def test_filter_of_a_search_concerns_one_type(ask_names: Asker) -> None:
    """A condition on papers removes papers; results of other types stay, and `truncated` stays false."""
    query = """query S($where: SearchFilter) {
      search(query: "bert", where: $where) { totalCount truncated nodes { __typename name } }
    }"""
    everything: Any = (await ask_names(query))["search"]
    papers = [node["name"] for node in everything["nodes"] if node["__typename"] == "Paper"]
    others = [node for node in everything["nodes"] if node["__typename"] != "Paper"]
    assert papers
    assert others
    kept: Any = (await ask_names(query, where={"paper": {"title": {"eq": papers[-1]}}}))["search"]
    assert [node["name"] for node in kept["nodes"] if node["__typename"] == "Paper"] == [papers[-1]]
    assert [node for node in kept["nodes"] if node["__typename"] != "Paper"] == others
    assert (kept["totalCount"], kept["truncated"]) == (len(others) + 1, False)
    assert (await ask_names(query, where={"paper": {}, "topic": None})) == {"search": everything}
    by_id: Any = await ask_names(query, where={"paper": {"id": {"eq": "doi:10.1000/none"}}})
    assert by_id["search"]["nodes"] == others


async def test_cursor_is_bound_to_search(ask_names: Asker) -> None:
    """A cursor continues its own search, and another search rejects it."""
    query = (
        "query S($for: String!, $after: String) { search(query: $for, first: 1, after: $after) { edges { cursor } } }"
    )
    first: Any = await ask_names(query, **{"for": "mit"})
    cursor = first["search"]["edges"][0]["cursor"]
    second: Any = await ask_names(query, **{"for": "mit", "after": cursor})
    assert second["search"]["edges"][0]["cursor"] != cursor
    other = await ask_names.reply(query, **{"for": "acl", "after": cursor})
    assert (other.code, other.errors[0]["message"]) == (
        Code.BAD_CURSOR,
        (
            "The cursor is of a list with another search, count or list of ids. Send the same arguments with it, or "
            "start without it."
        ),
    )


async def test_search_results_are_grouped(ask_names: Asker) -> None:
    """Groups by kind and by properties count all results, not only those of the page."""
    query = """{ search(query: "mit", first: 1) { totalCount nodes { id }
        kinds: groupBy(keys: [KIND]) { groups { keys { value } count sum(measure: PAPER_COUNT) } }
        years: groupBy(keys: [YEAR, KIND]) { groups { keys { value } count } } } }"""
    answer: Any = (await ask_names(query))["search"]
    kinds = {one["keys"][0]["value"]: one["count"] for one in answer["kinds"]["groups"]}
    assert sum(kinds.values()) == answer["totalCount"] > 1
    for kind, count in kinds.items():
        only: Any = await ask_names(f'{{ search(query: "mit", kinds: [{kind}]) {{ totalCount }} }}')
        assert only == {"search": {"totalCount": count}}
    assert sum(one["count"] for one in answer["years"]["groups"]) == answer["totalCount"]


async def test_retired_id_is_found(ask_names: Asker) -> None:
    """A retired Byline ID finds the merged entity, if its kind is requested."""
    retired = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
    assert await search_names(ask_names, retired) == ["Kept"]
    assert await search_names(ask_names, f" {retired} ", "RESEARCHER") == ["Kept"]
    assert await search_names(ask_names, retired, "PAPER") == []


@pytest.mark.parametrize(
    "typed",
    [
        "P02-1040",
        "p02-1040",
        "https://aclanthology.org/P02-1040/",
        "https://aclanthology.org/P02-1040.pdf",
        "www.aclanthology.org/P02-1040",
        "http://www.aclweb.org/anthology/P02-1040",
    ],
)
async def test_acl_id_is_found_in_any_form(ask_names: Asker, typed: str) -> None:
    """An ACL ID or URL finds its paper by search, lookup and filter."""
    assert await search_names(ask_names, typed) == ["Bleu"]
    answer = await ask_names(
        "query A($a: String!) { paper(by: {acl: $a}) { title } papers(where: {acl: {eq: $a}}) { nodes { title } } }",
        a=typed,
    )
    assert answer == {"paper": {"title": "Bleu"}, "papers": {"nodes": [{"title": "Bleu"}]}}


async def test_stop_words_equal_those_of_index(ask_names: Asker, graph: Graph) -> None:
    """The index folds text, and the compiler's stop words are those of the index's analyzer."""
    analyzers = (
        "CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer, stopwords WHERE analyzer = $a RETURN stopwords"
    )
    left_out: Any = (await graph.read(analyzers, {"a": "standard-folding"})).rows[0][0]
    assert set(left_out) == search.UNINDEXED
    used = (
        "SHOW FULLTEXT INDEXES YIELD name, options WHERE name ENDS WITH '_text' "
        "RETURN name, options.indexConfig['fulltext.analyzer']"
    )
    assert {tuple(row) for row in (await graph.read(used)).rows} == {
        (f"{kind.lower()}_text", "standard-folding") for kind in search.KINDS
    }


AWKWARD = st.text(
    st.sampled_from("ab \"\\+-&|!(){}[]^~*?:/'\u2019.,_<>=\u00e9\u0301漢\U0001f600\u0000\u202e\n") | st.characters()
)


@pytest.mark.full
@settings(max_examples=3, deadline=None)
@given(st.lists(AWKWARD, min_size=5, max_size=10))
def test_search_accepts_any_characters(address: Address, texts: list[str]) -> None:
    """A search with any characters, alone, before or after a word, is answered without errors."""

    async def ask() -> None:
        async with Graph(address) as graph:
            service = Service(graph)
            for text in texts:
                for typed in (text, f"word {text}", f"{text} AND", text + '"'):
                    reply = await service.answer(Request(SEARCH, {"q": typed}))
                    assert not reply.errors, (typed, reply.errors)

    anyio.run(ask)


@pytest.mark.parametrize(
    "typed",
    sampled_cases(
        [
            "OR NOT +-&&||!{}[]^?:",
            "C++ (foo",
            '"unclosed',
            "title:",
            "a/b",
            "(((",
            "~",
            "\u0000",
            "é漢字",
            "",
            " ",
            '"',
            "\\",
            '\\"',
            "x" * 10_000,
            "x " * 5_000,
            "é" * 10_000,
            "'" * 10_000,
            "a:" * 5_000,
            "😀",
            "👩‍👩‍👧",
            "AND",
            "+the",
            "the",
            "a*",
            "TO",
            "[a TO b]",
            "to be or not to be",
            "half \ud800 a pair",
            "\udc00",
        ],
        6,
        evenly_spaced=True,
    ),
)
async def test_search_accepts_unusual_texts(ask_names: Asker, typed: str) -> None:
    """Empty texts, huge words, single quotes and backslashes, emoji and operators are answered."""
    await search_names(ask_names, typed)


LIST = """
query L($q: String, $order: [PaperOrder!], $where: PaperFilter, $after: String) {
  papers(query: $q, orderBy: $order, where: $where, first: 1, after: $after) {
    totalCount didYouMean truncated nodes { title } pageInfo { endCursor hasNextPage }
    edges { score highlights { field segments { text matched } } } groupBy(keys: [YEAR]) { groups { count } }
  }
}
"""


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("atention is al you ned", "Attention Is All You Need"),
        ("Jann Cernocky", "Jan Černocký"),
        ("J. Cernocky", "Jan Černocký"),
        ("Cernocky, J.", "Jan Černocký"),
        ("R. van Vark", "R.J. van Vark"),
        ("r.j. van vark", "R.J. van Vark"),
        ("bidir trans pre", "BERT: Pre-training of Deep Bidirectional Transformers"),
        ("transformers deep bidirectional bert", "BERT: Pre-training of Deep Bidirectional Transformers"),
        ('"deep bidirectional" bert', "BERT: Pre-training of Deep Bidirectional Transformers"),
        ('"bidirectional deep" bert', None),
        ("bert zebras", None),
        ("speech-to-speech trnaslation", "Textless Speech-to-Speech Translation with 11,001 New Features"),
        ("11,001 new featurse", "Textless Speech-to-Speech Translation with 11,001 New Features"),
        ("translation wiht new features", "Textless Speech-to-Speech Translation with 11,001 New Features"),
        ("translation five new features", None),
        ("Bill Cernocky", None),
    ],
)
async def test_search_tolerates_typos_initials_prefixes_and_word_order(
    ask_names: Asker, typed: str, shown: str | None
) -> None:
    """One wrong letter, initials, beginnings of words and another order find the entity; a phrase keeps its order."""
    assert (await search_names(ask_names, typed))[:1] == ([shown] if shown else [])


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kaiser attention", True),
        ("Attent KAIS", True),
        ("lukasz kaiser need", False),  # the paper prints only the initial
        ("l. kaiser need", True),
        ("cernocky kaiser attention", True),
        ("2017 attention kaiser", True),
        ('"all you need" cernocký', True),
        ('"need you all" cernocký', False),
        ("2018 attention kaiser", False),
        ("muller attention", False),
        ("attention kaiser is all you need by jan", True),
        (r"kaiser \E.* attention", False),
        ("Kaiser et al. (2017) Attention", True),
        ("\u201call you need\u201d kaiser", True),
        ('"need kaiser" attention', False),  # a phrase does not span the title and an author
        ('"kaiser jan" attention', False),
    ],
)
async def test_words_of_authors_and_title_find_paper(ask_names: Asker, typed: str, *, found: bool) -> None:
    """A paper is found by words of its title, its year, and the names of its authors as printed, in any order."""
    answer: Any = (await ask_names(LIST, q=typed))["papers"]
    assert (answer["totalCount"], answer["didYouMean"]) == ((1, None) if found else (0, None))
    assert [node["title"] for node in answer["nodes"]] == (["Attention Is All You Need"] if found else [])


async def test_first_hundred_authors_are_compared(ask_names: Asker) -> None:
    """Of a paper with 120 authors, the first 100 find it, whatever the order of their relationships."""
    for number, found in ((1, 1), (60, 1), (100, 1), (101, 0), (120, 0)):
        assert len(await search_names(ask_names, f"writer{number}x collaboration", "PAPER")) == found


async def test_matching_authors_are_highlighted(ask_names: Asker) -> None:
    """`highlights` has the authors that match the words which the title does not match, in the order of the byline."""
    found: Any = (await ask_names(LIST, q="the cernocky need kaiser j."))["papers"]
    assert [
        (match["field"], [segment["text"] for segment in match["segments"] if segment["matched"]])
        for match in found["edges"][0]["highlights"]
    ] == [("TITLE", ["Need"]), ("AUTHOR", ["Kaiser"]), ("AUTHOR", ["Černocký"])]


@pytest.mark.parametrize(
    ("text", "query", "matched"),
    [
        ("大規模言語モデルの学習", "言語モデル", ["言語モデル"]),
        ("机器翻译研究进展", "翻译 进展", ["翻译", "进展"]),
        ("山田太郎", "太郎", ["太郎"]),
        ("O\u2019Brien Seán", "o'brien", ["O\u2019Brien"]),
        ("Model Parallelism by J. P. Casper", "J.P. Casper", ["Casper"]),
        ("Attention Is All You Need", "atention", ["Attention"]),
    ],
)
def test_matching_parts_of_titles(text: str, query: str, matched: list[str]) -> None:
    """Highlights mark characters within Chinese and Japanese texts, else words, and no initials in titles."""
    (found,) = matching_texts([text, None, None, None, None, None], search_terms(query))
    assert "".join(segment.text for segment in found.segments) == text
    assert [segment.text for segment in found.segments if segment.matched] == matched


async def test_author_who_opted_out_finds_no_paper(ask_names: Asker) -> None:
    """The name of a researcher who opted out does not count as a word of their papers."""
    assert await search_names(ask_names, "zygmont attention", "PAPER") == []


async def test_repeated_kind_changes_nothing(ask_names: Asker) -> None:
    """A kind that is given twice finds the same entities as once, similar words included."""
    once = await search_names(ask_names, "attention", "PAPER")
    assert await search_names(ask_names, "attention", *["PAPER"] * 9) == once
    assert once == ["Attention Is All You Need"]


async def test_list_is_searched(ask_names: Asker) -> None:
    """`query` of a list gives only its items, most relevant first, with highlights, groups, order, filter and pages."""
    found: Any = (await ask_names(LIST, q="bert"))["papers"]
    assert (found["totalCount"], found["didYouMean"], found["truncated"]) == (2, None, False)
    assert found["nodes"] == [{"title": "BERT: Pre-training of Deep Bidirectional Transformers"}]
    (edge,) = found["edges"]
    assert edge["score"] > 0
    assert edge["highlights"] == [
        {
            "field": "TITLE",
            "segments": [
                {"text": "BERT", "matched": True},
                {"text": ": Pre-training of Deep Bidirectional Transformers", "matched": False},
            ],
        }
    ]
    assert found["groupBy"] == {"groups": [{"count": 2}]}
    cursor = found["pageInfo"]["endCursor"]
    second: Any = (await ask_names(LIST, q="bert", after=cursor))["papers"]
    assert second["nodes"] == [{"title": "Revisiting Bert and why not"}]
    by_title: Any = (await ask_names(LIST, q="bert", order=[{"field": "TITLE", "direction": "DESC"}]))["papers"]
    assert by_title["nodes"] == second["nodes"]
    filtered: Any = (await ask_names(LIST, q="bert", where={"title": {"contains": "why"}}))["papers"]
    assert (filtered["totalCount"], filtered["nodes"]) == (1, second["nodes"])
    other = await ask_names.reply(LIST, q="attention", after=cursor)
    assert other.code == Code.BAD_CURSOR


async def test_misspelled_search_is_corrected(ask_names: Asker) -> None:
    """`didYouMean` has the words of the best results for misspelled words, and the results highlight them."""
    found: Any = (await ask_names(LIST, q="atention need"))["papers"]
    assert found["didYouMean"] == "attention need"
    matched = [one["text"] for one in found["edges"][0]["highlights"][0]["segments"] if one["matched"]]
    assert matched == ["Attention", "Need"]


async def test_relevance_requires_a_search(ask_names: Asker) -> None:
    """Without `query`, the order RELEVANCE is an error; score is null and highlights are empty."""
    reply = await ask_names.reply(LIST, order=[{"field": "RELEVANCE"}])
    assert (reply.code, reply.errors[0]["message"]) == (
        Code.BAD_USER_INPUT,
        "orderBy: RELEVANCE sorts the results of a search. Set `query`.",
    )
    found: Any = (await ask_names(LIST, q=None))["papers"]
    assert found["edges"] == [{"score": None, "highlights": []}]
    assert (found["didYouMean"], found["truncated"]) == (None, False)


@pytest.mark.parametrize(
    ("typed", "kinds", "shown"),
    [
        ("ber", ["PAPER"], "BERT: Pre-training of Deep Bidirectional Transformers"),
        ("massa", None, "Massachusetts Institute of Technology"),
        ("č", ["RESEARCHER"], "Christof Müller"),
        ("deep bid", None, "BERT: Pre-training of Deep Bidirectional Transformers"),
        ("机器", None, "机器翻译研究进展"),
        ("", None, None),
        ("xyzzy", None, None),
        ("atention need", None, "Attention Is All You Need"),
        ("Jann Cernocky", ["RESEARCHER"], "Jan Černocký"),
        ("Jann Cernocky", ["PAPER"], None),
        ("https://aclanthology.org/P02-1040/", None, "Bleu"),
        ("acl:p02-1040", None, "Bleu"),
        ("r_kept", None, "Kept"),
        ("r_kept", ["PAPER"], None),
    ],
)
async def test_suggestions_begin_with_the_words(
    ask_names: Asker, typed: str, kinds: list[str] | None, shown: str | None
) -> None:
    """Each word of the text begins a word of the first suggestion; an empty text has no suggestions."""
    query = """query S($p: String!, $k: [EntityKind!]) {
      suggest(prefix: $p, kinds: $k, first: 3) { text kind node { id name } } }"""
    found: Any = (await ask_names(query, p=typed, k=kinds))["suggest"]
    assert [one["text"] for one in found[:1]] == ([shown] if shown else [])
    assert all(one["node"]["name"] == one["text"] for one in found)
    assert not kinds or {one["kind"] for one in found} <= set(kinds)
