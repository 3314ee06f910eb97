"""Any characters in a description and any misspelled title get an answer."""

from collections.abc import Callable
from random import Random
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cypher.driver.address import Address
from cypher.driver.client import Graph
from normalization.text import fold
from resolvers.execute import Request, Service
from resolvers.reply import Reply
from tests.loaders.load_helpers import load_sample
from tests.resolvers.graphql_client import Asker
from tests.resolvers.near_names import ASK, candidates
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

SPOILED: dict[str, Callable[[str, Random], str]] = {
    "plain": lambda title, _: fold(title),
    "shouted": lambda title, _: title.upper().replace(" ", "  "),
    "a letter less": lambda title, chance: title[: (place := chance.randrange(len(title)))] + title[place + 1 :],
    "a word more": lambda title, _: f"{title} (extended)",
}


@pytest.mark.parametrize("spoil", sampled_cases(reversed(SPOILED)))
async def test_misspelled_sample_titles_are_found(address: Address, spoil: str) -> None:
    """At least 97% of the sample's altered titles rank first, and no altered title matches another paper."""
    async with Graph(address) as graph:
        await load_sample(graph)
        ask, chance = Asker(Service(graph)), Random(spoil)  # noqa: S311 a sample
        rows: Any = (await graph.read("MATCH (p:Paper) WHERE p.ord IS NOT NULL RETURN p.id, p.title")).rows
        rows = [(id_, title) for id_, title in rows if len(title) > 20]
        found = await candidates(ask, "papers", *({"title": SPOILED[spoil](title, chance)} for _, title in rows))
    assert len(rows) > 50
    firsts = [bool(one) and one[0]["node"]["id"] == id_ for (id_, _), one in zip(rows, found, strict=True)]
    assert sum(firsts) >= 0.97 * len(rows)
    assert not [one[0] for one, first in zip(found, firsts, strict=True) if one and one[0]["match"] and not first]


AWKWARD = st.text(
    st.sampled_from("ab \"\\+-&|!(){}[]^~*?:/'\u2019.,;_<>=@\u00e9\u0301\u6f22\U0001f600\u0000\u202e\n1")
    | st.characters()
)
TEXTS = st.lists(AWKWARD, max_size=3)
FACTS = {
    "papers": st.fixed_dictionaries(
        {}, optional={"title": AWKWARD, "year": st.integers(-(2**31), 2**31 - 1), "authors": TEXTS, "doi": AWKWARD}
    ),
    "researchers": st.fixed_dictionaries(
        {}, optional={"name": AWKWARD, "affiliation": AWKWARD, "coauthors": TEXTS, "work": AWKWARD, "orcid": AWKWARD}
    ),
    "institutions": st.fixed_dictionaries({}, optional={"name": AWKWARD, "country": AWKWARD, "ror": AWKWARD}),
}


@pytest.mark.parametrize("kind", sampled_cases(FACTS))
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_match_accepts_any_characters(address: Address, kind: str, data: st.DataObject) -> None:
    """Descriptions with any characters are answered without errors, with one match each."""
    facts = data.draw(st.lists(FACTS[kind], min_size=5, max_size=30))

    async def ask() -> Reply:
        async with Graph(address) as graph:
            return await Service(graph).answer(Request(ASK[kind], {"f": facts}))

    reply: Any = anyio.run(ask)
    assert not reply.errors, (facts, reply.errors)
    assert len(reply.data["match"]) == len(facts)


@pytest.mark.parametrize(
    "text", ["", '"', "\\", "x" * 10_000, "x " * 5_000, "AND", "+the", "a*", "the", "half \ud800 pair", "a:" * 900]
)
@pytest.mark.parametrize("kind", sampled_cases(ASK))
async def test_match_accepts_unusual_texts(asked: Asker, kind: str, text: str) -> None:
    """Empty texts, huge words, single quotes, operators and half surrogate pairs are answered."""
    assert len(await candidates(asked, kind, {"title" if kind == "papers" else "name": text})) == 1
