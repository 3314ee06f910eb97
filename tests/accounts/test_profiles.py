"""Claimed profiles: edits are records with provenance that survive loads, and end with the claim."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from accounts import users
from accounts.errors import ActError
from accounts.profiles import ProfileEdit, StatedAffiliation
from accounts.roles import Role
from accounts.viewer import Viewer
from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from loaders.records.parts import Affiliation, Author
from loaders.records.record import InstitutionRecord, PaperRecord, PersonRecord, Record
from loaders.unload.remove_records import unload
from loaders.writing.lease import write_lease
from resolvers.execute import Service
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client
from tests.accounts.test_claims import CLAIM, DECIDE, REVOKE, WITHDRAW
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

UPDATE = """mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) {
  node { id name ... on Researcher { headline homepage aliases openToCollaborate { value stated } paperCount
    affiliations { edges { since until role source node { name } } } } }
  userErrors { code field message } } }"""
PROVENANCE = """query Q($id: ID!) { node(id: $id) { ... on Researcher {
  name: provenance(field: NAME) { statements { source value key rule } }
  headline: provenance(field: HEADLINE) { statements { source value } } } } }"""
ANN = Curator("Ann", "one person")
PLACE = Affiliation(ror="ror:03jdj4y14")


def records() -> list[Record]:
    """Return two institutions, and two papers by three authors without IDs."""
    return [
        InstitutionRecord(source="ror", key="1", name="Uni One", ids=("ror:03jdj4y14",)),
        InstitutionRecord(source="ror", key="2", name="Uni Two", ids=("ror:02mhbdp94",)),
        PaperRecord(source="acl", key="k1", title="First", authors=(Author(name="Xenia Quux", affiliations=(PLACE,)),)),
        PaperRecord(
            source="acl", key="k2", title="Second", authors=(Author(name="Zoltan Vavavoom"), Author(name="W Wu"))
        ),
    ]


@pytest.fixture(scope="module")
async def graph(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Graph]:
    """Yield a graph with two papers, two institutions, and users."""
    async with Graph(address) as opened:
        await emptied(opened)
        await load_records(opened, tmp_path_factory.mktemp("papers"), records())
        for name, role in (("ada", Role.MEMBER), ("bob", Role.MEMBER), ("cur", Role.CURATOR)):
            await users.create_user(opened, name, role)
        yield opened
        await emptied(opened)


@pytest.fixture
async def clients(graph: Graph) -> dict[str, Client]:
    """Return the clients of the users, after all claims have ended."""
    await graph.administer("MATCH (:User)-[held:CLAIMED]->() DELETE held")
    await graph.administer("MATCH (n:Claim) DETACH DELETE n")
    await unload(graph, "profile")
    service = Service(graph, identity=GraphCurationService(graph))
    rows = (await graph.read("MATCH (u:User) RETURN u.name, u.role, u.id")).rows
    return {str(name): Client(service, Viewer(str(name), Role(role), str(id_))) for name, role, id_ in rows}


async def ids_by_name(graph: Graph) -> dict[str, str]:
    """Return the IDs of researchers and institutions by name."""
    rows = (await graph.read("MATCH (n:Researcher|Institution) RETURN n.name, n.id")).rows
    return {str(name): str(id_) for name, id_ in rows}


async def claimed(clients: dict[str, Client], user: str, researcher: str) -> str:
    """Claim a profile, accept the claim as a curator, and return its ID."""
    payload = await clients[user].send(CLAIM, input={"researcherId": researcher, "method": "CURATOR"})
    claim = payload["claim"]["id"]
    accepted = await clients["cur"].send(DECIDE, input={"claimId": claim, "accept": True, "reason": "x"})
    assert accepted["userErrors"] == []
    return str(claim)


async def updated(client: Client, **given: object) -> Any:  # noqa: ANN401 JSON
    """Return the researcher after an edit without user errors."""
    payload = await client.send(UPDATE, input=given)
    assert payload["userErrors"] == []
    return payload["node"]


async def fault(client: Client, **given: object) -> str:
    """Return the input field at fault of an edit without effect."""
    payload = await client.send(UPDATE, input=given)
    assert payload["node"] is None
    [error] = payload["userErrors"]
    return str(error["field"][-1])


@pytest.mark.graph
async def test_edits_are_records_and_end_with_the_claim(
    graph: Graph, clients: dict[str, Client], tmp_path: Path
) -> None:
    """An edit is shown before other sources, has provenance, survives loads and unloads, and goes with the claim."""
    ids, ada = await ids_by_name(graph), clients["ada"]
    xenia = ids["Xenia Quux"]
    assert await fault(ada, researcherId=xenia, headline="x") == "researcherId"
    claim = await claimed(clients, "ada", xenia)
    assert await fault(ada, researcherId=ids["Zoltan Vavavoom"], headline="x") == "researcherId"
    assert await fault(clients["bob"], researcherId=xenia, headline="x") == "researcherId"
    first = await updated(ada, researcherId=xenia, headline="Studies <graphs>", clientMutationId="k")
    assert (first["id"], first["name"], first["headline"]) == (xenia, "Xenia Quux", "Studies <graphs>")
    assert (first["openToCollaborate"], first["paperCount"]) == ({"value": False, "stated": False}, 1)
    second = await updated(
        ada,
        researcherId=xenia,
        name="Xenia Quux-Corge",
        homepage="https://xenia.example/",
        openToCollaborate=True,
        affiliations=[{"institutionId": ids["Uni Two"], "since": 2020, "role": "Professor"}],
    )
    shown = {
        "name": "Xenia Quux-Corge",
        "headline": "Studies <graphs>",
        "homepage": "https://xenia.example",
        "aliases": ["Xenia Quux"],
        "openToCollaborate": {"value": True, "stated": True},
        "paperCount": 1,
    }
    assert {name: second[name] for name in shown} == shown
    places = [(edge["node"]["name"], edge["role"], edge["source"]) for edge in second["affiliations"]["edges"]]
    assert sorted(places) == [("Uni One", "author", "by-line"), ("Uni Two", "Professor", "profile")]
    repeated = await updated(ada, researcherId=xenia, headline="Studies <graphs>", clientMutationId="k")
    assert repeated["name"] == "Xenia Quux-Corge"
    assert await fault(ada, researcherId=xenia, headline="other", clientMutationId="k") == "clientMutationId"
    origin = await clients["bob"].send(PROVENANCE, id=xenia)
    assert [(row["source"], row["value"]) for row in origin["name"]["statements"]] == [
        ("profile", ["Xenia Quux-Corge"]),
        ("acl", ["Xenia Quux"]),
    ]
    assert origin["headline"]["statements"] == [{"source": "profile", "value": "Studies <graphs>"}]
    assert origin["name"]["statements"][0]["key"] == claim
    await load_records(graph, tmp_path, records())
    await unload(graph, "sample")
    node = "query Q($id: ID!) { node(id: $id) { id name ... on Researcher { headline paperCount claimed } } }"
    alone = {"id": xenia, "name": "Xenia Quux-Corge", "headline": "Studies <graphs>", "paperCount": 0, "claimed": True}
    assert await ada.send(node, id=xenia) == alone
    await load_records(graph, tmp_path, records())
    assert await ada.send(node, id=xenia) == alone | {"paperCount": 1}
    await ada.send(WITHDRAW, input={"claimId": claim})
    plain = {"id": xenia, "name": "Xenia Quux", "headline": None, "paperCount": 1, "claimed": False}
    assert await ada.send(node, id=xenia) == plain
    left = "MATCH (n:Record|Identifier) WHERE n.loader = 'profile' OR n.scheme = 'profile' RETURN n.key, n.value"
    assert (await graph.read(left)).rows == []
    assert await fault(ada, researcherId=xenia, headline="x") == "researcherId"


@pytest.mark.graph
async def test_name_of_another_brings_no_papers(graph: Graph, clients: dict[str, Client], tmp_path: Path) -> None:
    """A profile with the rare name and the institution of another researcher stays apart from that researcher."""
    ids = await ids_by_name(graph)
    claim = await claimed(clients, "bob", ids["W Wu"])
    changed = await updated(
        clients["bob"],
        researcherId=ids["W Wu"],
        name="Zoltan Vavavoom",
        affiliations=[{"institutionId": ids["Uni One"], "until": 2021}],
    )
    assert (changed["id"], changed["name"], changed["paperCount"]) == (ids["W Wu"], "Zoltan Vavavoom", 1)
    await load_records(
        graph,
        tmp_path,
        [
            PaperRecord(
                source="acl", key="k3", title="Third", authors=(Author(name="Zoltan Vavavoom", affiliations=(PLACE,)),)
            )
        ],
    )
    rows = (await graph.read("MATCH (r:Researcher)-[:AUTHORED]->(p) RETURN r.id, p.title ORDER BY p.title")).rows
    assert [id_ for id_, title in rows if title == "Third"] != [ids["W Wu"]]
    assert [title for id_, title in rows if id_ == ids["W Wu"]] == ["Second"]
    await clients["cur"].send(REVOKE, input={"claimId": claim, "reason": "not the person"})
    assert "W Wu" in await ids_by_name(graph)


@pytest.mark.graph
async def test_profiles_move_with_merges_and_back(graph: Graph, clients: dict[str, Client]) -> None:
    """A merged researcher shows the profile of either; nobody edits a researcher with two accepted claims."""
    ids = await ids_by_name(graph)
    left, right = ids["Xenia Quux"], ids["W Wu"]
    claim = await claimed(clients, "ada", left)
    await updated(clients["ada"], researcherId=left, headline="Left")
    decision = await merge(graph, left, right, ANN)
    merged = await updated(clients["ada"], researcherId=right, homepage="http://left.example")
    assert (merged["id"], merged["headline"]) == (min(left, right), "Left")
    await revoke(graph, decision.key, ANN)
    rows = (await graph.read("MATCH (r:Researcher) WHERE r.headline IS NOT NULL RETURN r.id, r.homepage")).rows
    assert rows == [[left, "http://left.example"]]
    other = await claimed(clients, "bob", right)
    again = await merge(graph, left, right, ANN)
    assert await fault(clients["ada"], researcherId=left, headline="x") == "researcherId"
    await clients["cur"].send(REVOKE, input={"claimId": other, "reason": "x"})
    await revoke(graph, again.key, ANN)
    assert (await updated(clients["ada"], researcherId=left, headline="Left again"))["headline"] == "Left again"
    async with write_lease(graph, "byline load"):
        reply = await clients["ada"].reply(UPDATE, input={"researcherId": left, "headline": "during a load"})
        assert reply.errors[0]["extensions"]["code"] == "BUSY"
        ended = await clients["ada"].send(WITHDRAW, input={"claimId": claim})
        assert ended["userErrors"] == []
    assert (await graph.read("MATCH (n:Record {loader: 'profile'}) RETURN count(n) > 0")).rows == [[True]]
    third = await merge(graph, left, right, ANN)  # as the end of any load, it removes ended profiles
    assert (await graph.read("MATCH (n:Record {loader: 'profile'}) RETURN n.key")).rows == []
    await revoke(graph, third.key, ANN)
    assert (await graph.read("MATCH (r:Researcher) WHERE r.headline IS NOT NULL RETURN r.id")).rows == []


PROFILE = """query Q($id: ID!) { node(id: $id) { ... on Researcher {
  headline homepage role aliases hiddenFields optedOut
  openToCollaborate { value stated } affiliations { totalCount } paperCount claimed
  papers { edges { nameAsWritten affiliations } }
  stated: provenance(field: HOMEPAGE) { statements { source } }
  names: provenance(field: NAME) { statements { value } } } } }"""


OWN = """{ viewer { profile { name headline homepage openToCollaborate hiddenFields optedOut
  affiliations { since until role institution { name } } } } }"""


@pytest.mark.graph
async def test_user_reads_own_hidden_values(graph: Graph, clients: dict[str, Client]) -> None:
    """`viewer { profile }` has the stated values, hidden ones too, until the claim ends; other users have none."""
    ids, ada = await ids_by_name(graph), clients["ada"]
    xenia = ids["Xenia Quux"]
    claim = await claimed(clients, "ada", xenia)
    assert (await ada.send(OWN))["profile"] is None
    places = [{"institutionId": ids["Uni Two"], "since": 2020, "role": "Professor"}]
    await updated(ada, researcherId=xenia, homepage="https://x.example", affiliations=places, hiddenFields=["HOMEPAGE"])
    own = (await ada.send(OWN))["profile"]
    assert own == {
        "name": "Xenia Quux",
        "headline": None,
        "homepage": "https://x.example",
        "openToCollaborate": None,
        "hiddenFields": ["HOMEPAGE"],
        "optedOut": False,
        "affiliations": [{"since": 2020, "until": None, "role": "Professor", "institution": {"name": "Uni Two"}}],
    }
    assert (await clients["bob"].send(OWN))["profile"] is None
    await updated(ada, researcherId=xenia, optedOut=True)
    own = (await ada.send(OWN))["profile"]
    assert (own["homepage"], own["optedOut"], len(own["hiddenFields"])) == ("https://x.example", True, 6)
    await ada.send(WITHDRAW, input={"claimId": claim})
    assert (await ada.send(OWN))["profile"] is None


@pytest.mark.graph
async def test_hidden_fields_are_hidden_from_everybody(
    graph: Graph, clients: dict[str, Client], tmp_path: Path
) -> None:
    """A hidden field shows no value of any source until the claim ends, also after a load; author lists stay."""
    ids = await ids_by_name(graph)
    xenia, ada = ids["Xenia Quux"], clients["ada"]
    claim = await claimed(clients, "ada", xenia)
    stated = {"name": "Xenia Quux-Corge", "headline": "Studies graphs", "homepage": "https://xenia.example"}
    await updated(ada, researcherId=xenia, **stated, hiddenFields=["HOMEPAGE", "AFFILIATIONS", "ALIASES", "ALIASES"])

    async def profile() -> Any:  # noqa: ANN401 JSON
        shown = await clients["bob"].send(PROFILE, id=xenia)
        assert shown == await ada.send(PROFILE, id=xenia)
        assert shown["papers"]["edges"] == [{"nameAsWritten": "Xenia Quux", "affiliations": ["ror:03jdj4y14"]}]
        return shown

    for _ in range(2):
        shown = await profile()
        assert shown["hiddenFields"] == ["AFFILIATIONS", "ALIASES", "HOMEPAGE"]
        assert (shown["headline"], shown["homepage"], shown["optedOut"]) == ("Studies graphs", None, False)
        assert (shown["affiliations"], shown["aliases"]) == (None, [])
        assert shown["stated"]["statements"] == []
        assert shown["names"]["statements"] == [{"value": ["Xenia Quux-Corge"]}]
        await load_records(graph, tmp_path, records())
    await updated(ada, researcherId=xenia, headline="Studies trees")
    assert (await profile())["hiddenFields"] == ["AFFILIATIONS", "ALIASES", "HOMEPAGE"]
    await updated(ada, researcherId=xenia, hiddenFields=[])
    shown = await profile()
    assert (shown["homepage"], shown["aliases"], shown["hiddenFields"]) == ("https://xenia.example", ["Xenia Quux"], [])
    assert shown["affiliations"] == {"totalCount": 1}
    await updated(ada, researcherId=xenia, hiddenFields=["AFFILIATIONS"])
    await ada.send(WITHDRAW, input={"claimId": claim})
    shown = await profile()
    assert (shown["affiliations"], shown["hiddenFields"]) == ({"totalCount": 1}, [])


IDENTITY = """query Q($one: ID!, $other: ID!) {
  one: explainEntity(id: $one) { parts { label evidence } }
  other: explainEntity(id: $other) { parts { label evidence } }
  both: compareEntities(leftId: $one, rightId: $other) { evidenceFor evidenceAgainst } }"""


@pytest.mark.graph
async def test_identity_queries_omit_hidden_values(graph: Graph, clients: dict[str, Client], tmp_path: Path) -> None:
    """Explanations and comparisons name no hidden alias or institution of a person's own record."""
    people = [
        PersonRecord(
            source="orcid",
            key=key,
            ids=(f"orcid:{orcid}",),
            names=(name, "Zephyrine Bluebottle"),
            affiliations=(Affiliation(text="Institute of Plugh"),),
        )
        for key, orcid, name in (
            ("1", "0000-0002-1825-0097", "Yolanda Plover"),
            ("2", "0000-0001-5109-3700", "Y Grault"),
        )
    ]
    await load_records(graph, tmp_path, [*records(), *people])
    ids, ada = await ids_by_name(graph), clients["ada"]
    await claimed(clients, "ada", ids["Yolanda Plover"])

    async def shown() -> str:
        reply = await clients["bob"].reply(IDENTITY, one=ids["Yolanda Plover"], other=ids["Y Grault"])
        assert reply.errors == []
        assert reply.data is not None
        return f"{reply.data['one']} {reply.data['both']}"

    assert "Bluebottle" in await shown()
    assert "plugh" in await shown()
    await updated(ada, researcherId=ids["Yolanda Plover"], hiddenFields=["ALIASES", "AFFILIATIONS"])
    assert "bluebottle" not in (await shown()).lower()
    assert "plugh" not in await shown()
    await load_records(graph, tmp_path, records())


@pytest.mark.graph
async def test_search_and_suggestions_omit_people_who_opted_out(graph: Graph, clients: dict[str, Client]) -> None:
    """Only the ID finds a researcher who opted out, and all fields are hidden; opting in restores both."""
    zoltan, ada = (await ids_by_name(graph))["Zoltan Vavavoom"], clients["ada"]
    await claimed(clients, "ada", zoltan)
    finding = """query Q($text: String!) { found: search(query: $text) { totalCount }
      offered: suggest(prefix: $text) { node { id } } }"""

    async def found(text: str) -> tuple[int, int]:
        await graph.administer("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
        data = (await clients["bob"].reply(finding, text=text)).data
        assert data is not None
        return data["found"]["totalCount"], len(data["offered"])

    await updated(ada, researcherId=zoltan, headline="Studies zithers", openToCollaborate=True, hiddenFields=["ROLE"])
    assert await found("Vavavoom") == (1, 1)
    await updated(ada, researcherId=zoltan, optedOut=True)
    shown = await clients["bob"].send(PROFILE, id=zoltan)
    assert (shown["optedOut"], len(shown["hiddenFields"]), shown["claimed"]) == (True, 6, True)
    assert (shown["headline"], shown["openToCollaborate"]) == (None, {"value": False, "stated": False})
    assert shown["paperCount"] > 0
    assert await found("Vavavoom") == (0, 0)
    assert (await found(zoltan))[0] == 1
    await updated(ada, researcherId=zoltan, optedOut=False)
    shown = await clients["bob"].send(PROFILE, id=zoltan)
    assert (shown["optedOut"], shown["hiddenFields"], shown["headline"]) == (False, ["ROLE"], "Studies zithers")
    assert await found("Vavavoom") == (1, 1)


EDIT = ProfileEdit(["byline", "r_1"])


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (EDIT._replace(name=" "), "name"),
        (EDIT._replace(name="123"), "name"),
        (EDIT._replace(homepage="javascript:alert(1)"), "homepage"),
        (EDIT._replace(homepage="https://user:secret@x.example"), "homepage"),
        (EDIT._replace(homepage='https://x.example/"onload="'), "homepage"),
        (EDIT._replace(homepage="https://[x"), "homepage"),
        (EDIT._replace(affiliations=[StatedAffiliation(["byline", "i_1"], 2020, 2019)]), "affiliations"),
        (EDIT._replace(affiliations=[StatedAffiliation(["byline", "i_1"], 20)]), "affiliations"),
        (EDIT._replace(affiliations=[StatedAffiliation(["byline", "i_1"])] * 51), "affiliations"),
        *((EDIT._replace(name=text), "name") for text in HOSTILE_TEXTS),
        *((EDIT._replace(headline=text), "headline") for text in HOSTILE_TEXTS),
        *((EDIT._replace(homepage=text), "homepage") for text in HOSTILE_TEXTS),
    ],
    ids=lambda value: str(value)[:60].encode("ascii", "replace").decode(),
)
def test_values_of_profiles_are_checked(edit: ProfileEdit, field: str) -> None:
    """Invalid names, URLs, years and texts are errors that name the field."""
    with pytest.raises(ActError) as error:
        edit.checked()
    assert error.value.field == field


@pytest.mark.graph
async def test_hostile_profiles_are_user_errors(graph: Graph, clients: dict[str, Client]) -> None:
    """Unknown researchers and institutions name the field at fault and change nothing."""
    ids = await ids_by_name(graph)
    await claimed(clients, "ada", ids["Xenia Quux"])
    for text in HOSTILE_IDS:
        assert await fault(clients["ada"], researcherId=text, headline="x") == "researcherId"
        places = [{"institutionId": text}]
        assert await fault(clients["ada"], researcherId=ids["Xenia Quux"], affiliations=places) == "affiliations"
    given = {"affiliations": [{"institutionId": ids["Uni One"]}] * 300, "homepage": f"javascript:{'x' * 200}"}
    for field, words in (("affiliations", "has 300 items"), ("homepage", f"is 'javascript:{'x' * 89}', which is not")):
        payload = await clients["ada"].send(UPDATE, input={"researcherId": ids["Xenia Quux"], field: given[field]})
        assert words in payload["userErrors"][0]["message"]
    places = [{"institutionId": ids["Xenia Quux"]}]
    assert await fault(clients["ada"], researcherId=ids["Xenia Quux"], affiliations=places) == "affiliations"
    assert (await graph.read("MATCH (n:Record {loader: 'profile'}) RETURN n.key")).rows == []
