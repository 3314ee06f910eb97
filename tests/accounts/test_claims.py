"""Claims of profiles: ORCID iDs, codes by e-mail, curators, competing claims, merges of researchers and back."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, NamedTuple

import pytest

from accounts import users
from accounts.claims import domain_of_address, institution_domain, is_institution_address
from accounts.errors import AccountError, ActError
from accounts.mail import Mailer, SmtpSecurity
from accounts.roles import Role
from accounts.viewer import Viewer
from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from loaders.export.canonical_export import export
from loaders.records.parts import Affiliation, Author
from loaders.records.record import InstitutionRecord, PaperRecord
from resolvers.execute import Service
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client
from tests.accounts.smtp_server import Inbox, smtp_server
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

SHOWN = """claim { id method status level contested note domain reason user { name }
  researcher { id claimed verificationLevel } }
  userErrors { code field message }"""


def mutation(name: str) -> str:
    """Return the text of a mutation of claims."""
    return f"mutation M($input: {name[0].upper()}{name[1:]}Input!) {{ {name}(input: $input) {{ {SHOWN} }} }}"


CLAIM, CONFIRM, WITHDRAW, DECIDE, REVOKE = (
    mutation(name) for name in ("claimProfile", "confirmClaim", "withdrawClaim", "decideClaim", "revokeClaim")
)
VIEWER = "{ viewer { orcid researcher { id } claims { nodes { id status } } claimQueue { nodes { id contested } } } }"
ORCID_ADA, ORCID_BOB = "0000-0002-1825-0097", "0000-0001-5109-3700"
ANN = Curator("Ann", "one person")


class ClaimGraph(NamedTuple):
    """A graph with users and researchers by name, its users' clients, and the inbox of its SMTP server."""

    graph: Graph
    people: dict[str, str]
    clients: dict[str, Client]
    inbox: Inbox

    async def send(self, user: str, query: str, **given: object) -> Any:  # noqa: ANN401 JSON
        """Return the claim of a payload without user errors."""
        payload = await self.clients[user].send(query, input=given)
        assert payload["userErrors"] == []
        return payload["claim"]

    async def fault(self, user: str, query: str, **given: object) -> str:
        """Return the input field at fault of a mutation without effect."""
        payload = await self.clients[user].send(query, input=given)
        assert payload["claim"] is None
        [error] = payload["userErrors"]
        assert len(error["message"]) < 1_200
        return str(error["field"][-1])


@pytest.fixture(scope="module")
async def mail() -> AsyncGenerator[tuple[Inbox, int]]:
    async with smtp_server() as running:
        yield running


@pytest.fixture(scope="module")
async def graph(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Graph]:
    """Yield a graph with four researchers, two with ORCID iDs, one at an institution with a website."""
    async with Graph(address) as opened:
        await emptied(opened)
        place = Affiliation(ror="ror:03jdj4y14")
        records = [
            InstitutionRecord(
                source="ror", key="1", name="U", ids=("ror:03jdj4y14",), website="https://www.uni.example/"
            ),
            PaperRecord(
                source="acl",
                key="k",
                title="One paper",
                authors=(
                    Author(name="Ada Lovelace", ids=(f"orcid:{ORCID_ADA}",), affiliations=(place,)),
                    Author(name="Bob Babbage", ids=(f"orcid:{ORCID_BOB}",)),
                    Author(name="Cy Cohen"),
                    Author(name="Cyrus Cohen-Two"),
                ),
            ),
        ]
        await load_records(opened, tmp_path_factory.mktemp("papers"), records)
        for name, role in (("ada", Role.MEMBER), ("bob", Role.MEMBER), ("eve", Role.MEMBER), ("cur", Role.CURATOR)):
            await users.create_user(opened, name, role)
        await users.set_orcid(opened, "ada", f"https://orcid.org/{ORCID_ADA}")
        yield opened
        await emptied(opened)


@pytest.fixture
async def claims(graph: Graph, mail: tuple[Inbox, int]) -> ClaimGraph:
    """Return the graph without any claim."""
    await graph.administer("MATCH (:User)-[held:CLAIMED]->() DELETE held")
    await graph.administer("MATCH (n:SentMutation|Claim) DETACH DELETE n")
    await graph.administer("MATCH (r:Researcher) SET r.claimed = false, r.verificationLevel = 'L1'")
    inbox, port = mail
    inbox.mails.clear()
    inbox.refuses = False
    mailer = Mailer("127.0.0.1", port, "byline@graph.example", SmtpSecurity.NONE)
    service = Service(graph, identity=GraphCurationService(graph), mailer=mailer)
    people = {str(name): str(id_) for name, id_ in (await graph.read("MATCH (r:Researcher) RETURN r.name, r.id")).rows}
    accounts = (await graph.read("MATCH (u:User) RETURN u.name, u.role, u.id")).rows
    clients = {str(name): Client(service, Viewer(str(name), Role(role), str(id_))) for name, role, id_ in accounts}
    return ClaimGraph(graph, people, clients, inbox)


@pytest.mark.parametrize(
    ("website", "domain"),
    [
        ("https://www.uni.example/en?x=1", "uni.example"),
        ("http://cs.uni.ac.uk:8080", "cs.uni.ac.uk"),
        ("https://ac.uk", None),
        ("https://localhost", None),
        ("https://mail.ru", None),
        ("https://127.0.0.1/", None),
        ("https://[x", None),
        ("no website", None),
    ],
)
def test_institutions_own_the_domains_of_their_websites(website: str, domain: str | None) -> None:
    """The domain is the host without www; hosts of registries, mail providers and machines belong to no institution."""
    assert institution_domain(website) == domain


def test_addresses_belong_to_a_domain_or_its_subdomains() -> None:
    """An address counts at the domain of a website and below it, not beside it; other texts are no addresses."""
    websites = ["https://www.uni.example/"]
    belongs = {
        domain: is_institution_address(domain, websites) for domain in ("uni.example", "cs.uni.example", "example")
    }
    assert belongs == {"uni.example": True, "cs.uni.example": True, "example": False}
    assert not is_institution_address("evil-uni.example", websites)
    assert domain_of_address("Ada.L+x@CS.Uni.Example") == "cs.uni.example"
    for text in (
        "",
        "ada",
        "@uni.example",
        "ada@",
        "a@b@uni.example",
        "ada@uni.example\nBcc: x@y.example",
        *HOSTILE_TEXTS,
    ):
        with pytest.raises(ActError, match="valid e-mail address"):
            domain_of_address(text)


@pytest.mark.graph
async def test_matching_orcid_is_accepted_at_once(claims: ClaimGraph) -> None:
    """A claim by the account's verified ORCID iD is accepted at level L2, and can be withdrawn."""
    ada = claims.people["Ada Lovelace"]
    given = {"researcherId": f"orcid:{ORCID_ADA}", "method": "ORCID", "clientMutationId": "k"}
    first = await claims.send("ada", CLAIM, **given)
    claim = await claims.send("ada", CLAIM, **given)  # a repetition with the same key
    assert first["id"] == claim["id"]
    assert (claim["status"], claim["level"], claim["user"]) == ("ACCEPTED", "L2", {"name": "ada"})
    assert claim["researcher"] == {"id": ada, "claimed": True, "verificationLevel": "L2"}
    viewer = await claims.clients["ada"].send(VIEWER)
    assert (viewer["orcid"], viewer["researcher"]) == (ORCID_ADA, {"id": ada})
    assert viewer["claims"]["nodes"] == [{"id": claim["id"], "status": "ACCEPTED"}]
    listed = "{ researchers(where: {claimed: {eq: true}, verificationLevel: {eq: L2}}) { nodes { id } } }"
    assert await claims.clients["eve"].send(listed) == {"nodes": [{"id": ada}]}
    state = "query Q($id: ID!) { node(id: $id) { viewerState { claimed } } }"
    assert (await claims.clients["ada"].send(state, id=ada))["viewerState"] == {"claimed": True}
    assert (
        await claims.fault("ada", CLAIM, researcherId=claims.people["Bob Babbage"], method="CURATOR") == "researcherId"
    )
    ended = await claims.send("ada", WITHDRAW, claimId=claim["id"])
    assert (ended["status"], ended["researcher"]["claimed"]) == ("WITHDRAWN", False)
    assert ended["researcher"]["verificationLevel"] == "L1"
    assert await claims.fault("ada", WITHDRAW, claimId=claim["id"]) == "claimId"


@pytest.mark.graph
async def test_orcid_of_another_is_refused(claims: ClaimGraph) -> None:
    """Without a verified ORCID iD, or with another one than the researcher's, a claim by ORCID iD is a user error."""
    bob = claims.people["Bob Babbage"]
    assert await claims.fault("bob", CLAIM, researcherId=bob, method="ORCID") == "method"
    assert await claims.fault("ada", CLAIM, researcherId=bob, method="ORCID") == "method"
    with pytest.raises(AccountError, match="ada has the ORCID iD"):
        await users.set_orcid(claims.graph, "bob", ORCID_ADA)
    with pytest.raises(AccountError, match="not a valid orcid ID"):
        await users.set_orcid(claims.graph, "bob", "0000-0002-1825-0098")


@pytest.mark.graph
async def test_code_by_mail_is_checked(claims: ClaimGraph) -> None:
    """A code goes to an address at the institution, is stored as a hash, and accepts the claim at level L3 once."""
    ada, address = claims.people["Ada Lovelace"], "Ada@cs.uni.example"
    given = {"researcherId": ada, "method": "EMAIL", "clientMutationId": "k"}
    assert await claims.fault("eve", CLAIM, **given, email="eve@other.example") == "email"
    assert await claims.fault("eve", CLAIM, **given) == "email"
    assert await claims.fault("eve", CLAIM, researcherId=ada, method="ORCID", email=address) == "email"
    assert claims.inbox.mails == []
    first = await claims.send("eve", CLAIM, **given, email=address)
    claim = await claims.send("eve", CLAIM, **given, email=address)  # a repetition with the same key: it sends no mail
    assert first["id"] == claim["id"]
    assert (claim["status"], claim["domain"], claim["researcher"]["claimed"]) == (
        "AWAITING_CODE",
        "cs.uni.example",
        False,
    )
    [(recipients, mail)] = claims.inbox.mails
    assert (recipients, mail["To"], "Ada Lovelace" in str(mail.get_payload())) == ([address], address, True)
    code = claims.inbox.code()
    stored = str((await claims.graph.read("MATCH (n:Claim|SentMutation) RETURN properties(n)")).rows)
    assert code.replace("-", "") not in stored
    assert "Ada@" not in stored
    assert await claims.fault("bob", CONFIRM, claimId=claim["id"], code=code) == "claimId"
    assert await claims.fault("eve", CONFIRM, claimId=claim["id"], code="x" * 100_000) == "code"
    accepted = await claims.send("eve", CONFIRM, claimId=claim["id"], code=f" {code.lower()} ")
    assert (accepted["status"], accepted["level"]) == ("ACCEPTED", "L3")
    assert accepted["researcher"] == {"id": ada, "claimed": True, "verificationLevel": "L3"}
    assert await claims.fault("eve", CONFIRM, claimId=claim["id"], code=code) == "claimId"


@pytest.mark.graph
async def test_codes_are_bounded(claims: ClaimGraph) -> None:
    """Wrong codes, their lifetime and claims per day are limited; a mail that cannot be sent leaves no open claim."""
    given = {"researcherId": claims.people["Ada Lovelace"], "method": "EMAIL", "email": "ada@uni.example"}
    claims.inbox.refuses = True
    payload = await claims.clients["eve"].send(CLAIM, input=given)
    assert "@" not in payload["userErrors"][0]["message"]
    assert (await claims.clients["eve"].send(VIEWER))["claims"]["nodes"][0]["status"] == "WITHDRAWN"
    claims.inbox.refuses = False
    claim = await claims.send("eve", CLAIM, **given)
    faults = [await claims.fault("eve", CONFIRM, claimId=claim["id"], code="wrong") for _ in range(5)]
    assert faults == ["code"] * 5
    assert await claims.fault("eve", CONFIRM, claimId=claim["id"], code=claims.inbox.code()) == "claimId"
    late = await claims.send("eve", CLAIM, **given)
    await claims.graph.administer("MATCH (c:Claim) SET c.codeExpiresAt = '2020-01-01T00:00:00Z'")
    assert await claims.fault("eve", CONFIRM, claimId=late["id"], code=claims.inbox.code()) == "code"
    for _ in range(2):
        await claims.send("eve", CLAIM, **given)
    assert await claims.fault("eve", CLAIM, **given) == "researcherId"
    silent = Client(Service(claims.graph, identity=GraphCurationService(claims.graph)), claims.clients["bob"].viewer)
    assert (await silent.send(CLAIM, input=given))["userErrors"][0]["field"] == ["input", "method"]


@pytest.mark.graph
async def test_curators_decide_competing_claims(claims: ClaimGraph) -> None:
    """A second claim awaits a curator, who sees both, cannot accept two, and can revoke the first."""
    ada = claims.people["Ada Lovelace"]
    rival = await claims.send("eve", CLAIM, researcherId=ada, method="CURATOR", note="I am Ada")
    assert (rival["status"], rival["note"], rival["contested"]) == ("PENDING", "I am Ada", False)
    claim = await claims.send("ada", CLAIM, researcherId=ada, method="ORCID")
    assert (claim["status"], claim["contested"], claim["researcher"]["claimed"]) == ("PENDING", True, False)
    for user in ("ada", "bob"):
        assert (await claims.clients[user].send(VIEWER))["claimQueue"]["nodes"] == []
    queue = (await claims.clients["cur"].send(VIEWER))["claimQueue"]["nodes"]
    assert queue == [{"id": id_, "contested": True} for id_ in (rival["id"], claim["id"])]
    read = "query Q($id: ID!) { claim(id: $id) { status user { name } } }"
    assert await claims.clients["bob"].send(read, id=claim["id"]) is None
    assert await claims.clients["cur"].send(read, id=claim["id"]) == {"status": "PENDING", "user": {"name": "ada"}}
    decision = {"claimId": rival["id"], "accept": True, "reason": "Letter of the institute"}
    accepted = await claims.send("cur", DECIDE, **decision)
    assert (accepted["status"], accepted["level"], accepted["reason"]) == ("ACCEPTED", "L4", decision["reason"])
    assert await claims.fault("cur", DECIDE, claimId=claim["id"], accept=True, reason="x") == "claimId"
    (error,) = (await claims.clients["cur"].send(DECIDE, input=decision))["userErrors"]
    assert error["message"] == (
        "The claim has the status ACCEPTED. Only claims with the status PENDING can be accepted."
    )
    revoked = await claims.send("cur", REVOKE, claimId=rival["id"], reason="Forged letter")
    assert (revoked["status"], revoked["researcher"]["verificationLevel"]) == ("REVOKED", "L1")
    assert (await claims.send("cur", DECIDE, claimId=claim["id"], accept=True, reason="ORCID iD"))["level"] == "L4"
    own = await claims.send("cur", CLAIM, researcherId=claims.people["Bob Babbage"], method="CURATOR")
    reply = await claims.clients["cur"].reply(DECIDE, input={"claimId": own["id"], "accept": True, "reason": "x"})
    assert (reply.ran, reply.errors[0]["extensions"]["code"]) == (False, "FORBIDDEN")
    assert "withdraw it with withdrawClaim" in reply.errors[0]["message"]
    can = "query Q($id: ID) { viewerCan(actions: [DECIDE_CLAIM], id: $id) { allowed } }"
    assert [
        (await claims.clients["cur"].send(can, id=id_))[0]["allowed"] for id_ in (own["id"], rival["id"], None)
    ] == [
        False,
        True,
        True,
    ]
    rejected = await claims.send("bob", CLAIM, researcherId=claims.people["Bob Babbage"], method="CURATOR")
    assert (await claims.send("cur", DECIDE, claimId=rejected["id"], accept=False, reason="x"))["status"] == "REJECTED"


@pytest.mark.graph
async def test_only_one_of_concurrent_claims_is_accepted(claims: ClaimGraph) -> None:
    """Of users who confirm or make claims of one researcher at the same time, at most one is accepted."""
    ada = claims.people["Ada Lovelace"]
    codes: dict[str, tuple[str, str]] = {}
    for user in ("eve", "bob"):
        claim = await claims.send(user, CLAIM, researcherId=ada, method="EMAIL", email=f"{user}@uni.example")
        codes[user] = (claim["id"], claims.inbox.code())
    found = await asyncio.gather(
        *(claims.send(user, CONFIRM, claimId=id_, code=code) for user, (id_, code) in codes.items()),
        claims.send("ada", CLAIM, researcherId=ada, method="ORCID"),
    )
    assert sorted(claim["status"] for claim in found) == ["ACCEPTED", "PENDING", "PENDING"]


@pytest.mark.graph
async def test_merge_moves_claims_and_revocation_moves_them_back(claims: ClaimGraph) -> None:
    """A merge of two claimed researchers suspends both claims until a curator decides; its revocation restores both."""
    left, right = claims.people["Cy Cohen"], claims.people["Cyrus Cohen-Two"]
    made: dict[str, str] = {}
    for user, person in (("bob", left), ("eve", right)):
        made[user] = (await claims.send(user, CLAIM, researcherId=person, method="CURATOR"))["id"]
        await claims.send("cur", DECIDE, claimId=made[user], accept=True, reason="x")
    held = "MATCH (u:User)-[h:CLAIMED]->(r) RETURN u.name, r.id, h.ids, r.claimed, r.verificationLevel ORDER BY u.name"
    about = "MATCH (u:User)-[:MADE]->(c)-[k:CONCERNS]->(r) RETURN u.name, r.id, k.ids ORDER BY u.name"
    before = ((await claims.graph.read(held)).rows, (await claims.graph.read(about)).rows)
    decision = await merge(claims.graph, left, right, ANN)
    kept = min(left, right)
    merged = (await claims.graph.read(held)).rows
    assert [row[:2] for row in merged] == [["bob", kept], ["eve", kept]]
    queue = (await claims.clients["cur"].send(VIEWER))["claimQueue"]["nodes"]
    assert sorted(node["id"] for node in queue) == sorted(made.values())
    await revoke(claims.graph, decision.key, ANN)
    assert ((await claims.graph.read(held)).rows, (await claims.graph.read(about)).rows) == before
    again = await merge(claims.graph, left, right, ANN)
    await claims.send("cur", REVOKE, claimId=made["eve"], reason="x")
    assert (await claims.clients["cur"].send(VIEWER))["claimQueue"]["nodes"] == []
    await revoke(claims.graph, again.key, ANN)
    shown = (await claims.graph.read("MATCH (r:Researcher) WHERE r.claimed RETURN r.id, r.verificationLevel")).rows
    assert shown == [[left, "L4"]]


@pytest.mark.graph
async def test_hostile_claims_are_user_errors(claims: ClaimGraph) -> None:
    """Unknown IDs, forbidden characters and huge texts name the field at fault; the export has no claims."""
    ada = claims.people["Ada Lovelace"]
    lines = await export(claims.graph)
    for text in HOSTILE_IDS:
        assert await claims.fault("eve", CLAIM, researcherId=text, method="CURATOR") == "researcherId"
        assert (
            await claims.fault("eve", CLAIM, researcherId=text, method="EMAIL", email="a@uni.example") == "researcherId"
        )
        assert await claims.fault("eve", CONFIRM, claimId=text, code="x") == "claimId"
        assert await claims.fault("cur", DECIDE, claimId=text, accept=True, reason="x") == "claimId"
        assert await claims.clients["cur"].finds_nothing("query Q($id: ID!) { claim(id: $id) { id } }", id=text)
    for text in HOSTILE_TEXTS:
        assert await claims.fault("eve", CLAIM, researcherId=ada, method="CURATOR", note=text) == "note"
    claim = await claims.send("eve", CLAIM, researcherId=ada, method="CURATOR")
    for text in (*HOSTILE_TEXTS, " "):
        assert await claims.fault("cur", DECIDE, claimId=claim["id"], accept=True, reason=text) == "reason"
    await claims.send("cur", DECIDE, claimId=claim["id"], accept=True, reason="x")
    assert await export(claims.graph) == lines
