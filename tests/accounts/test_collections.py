"""Collections: order, versions, visibility for each role, idempotency, merges of papers and back."""

import asyncio
from typing import Any

import pytest

from accounts import tokens
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from loaders.export.canonical_export import export
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client, client
from tests.accounts.test_comments import UPDATE as UPDATE_COMMENT
from tests.accounts.test_comments import added
from tests.accounts.test_reviews import UPDATE as UPDATE_REVIEW
from tests.accounts.test_reviews import added as added_review

pytestmark = pytest.mark.graph

SHOWN = """collection { id title description visibility version owner { name }
  papers { totalCount edges { position note node { id title } } } } userErrors { code field message }"""
CREATE = f"""mutation M($title: String!, $description: String! = "", $visibility: CollectionVisibility! = PRIVATE,
  $key: String) {{ createCollection(input: {{title: $title, description: $description, visibility: $visibility,
  clientMutationId: $key}}) {{ {SHOWN} }} }}"""
UPDATE = f"""mutation M($id: ID!, $version: Int!, $title: String, $visibility: CollectionVisibility) {{
  updateCollection(input: {{collectionId: $id, version: $version, title: $title, visibility: $visibility}}) {{
  {SHOWN} }} }}"""
DELETE = """mutation M($id: ID!, $key: String) { deleteCollection(input: {collectionId: $id, clientMutationId: $key}) {
  deletedId userErrors { code field } } }"""
ADD = f"""mutation M($id: ID!, $paper: ID!, $position: Int, $note: String, $key: String) {{
  addToCollection(input: {{collectionId: $id, paperId: $paper, position: $position, note: $note,
  clientMutationId: $key}}) {{ {SHOWN} }} }}"""
REMOVE = f"""mutation M($id: ID!, $paper: ID!) {{ removeFromCollection(input: {{collectionId: $id, paperId: $paper}}) {{
  {SHOWN} }} }}"""
IMPORT = f"""mutation M($id: ID!, $format: BibliographyFormat! = BIBTEX, $text: String!, $key: String) {{
  importIntoCollection(input: {{collectionId: $id, format: $format, text: $text, clientMutationId: $key}}) {{
  addedCount presentCount unmatched {{ key title reason message }} {SHOWN} }} }}"""
BIBTEX = """@article{a, title={Other words}, author={Doe, Jane}, year=2020, doi={10.1000/2}}
@article{b, title={Paper 1}, author={Doe, Jane}}
@article{c, title={Unknown}, author={Doe, Jane}, year=2020}
@article{d, author={Doe, Jane}, year=2020}
@article{e, title={Paper 3}, doi={10.1000/3}}
"""
READ = "query Q($id: ID!) { collection(id: $id) { title papers { totalCount nodes { title } } } }"
LISTED = "query Q($id: ID!) { node(id: $id) { ... on Paper { collections { totalCount nodes { title } } } } }"
ANN = Curator("Ann", "one work")


async def created(user: Client, title: str = "To read", **values: object) -> str:
    """Create a collection and return its ID."""
    payload = await user.send(CREATE, title=title, **values)
    assert payload["userErrors"] == []
    return str(payload["collection"]["id"])


def items(payload: Any) -> list[tuple[int, str]]:  # noqa: ANN401 JSON
    """Return position and title of the papers in a payload."""
    assert payload["userErrors"] == []
    return [(edge["position"], edge["node"]["title"]) for edge in payload["collection"]["papers"]["edges"]]


async def test_papers_are_added_moved_and_removed(graph: Graph, ids: dict[str, str]) -> None:
    """Positions are 1, 2, 3, ... after each change; a note stays when a paper moves."""
    user = client(graph, ids)
    id_ = await created(user)
    for number in (1, 2, 3):
        payload = await user.send(ADD, id=id_, paper=f"doi:10.1000/{number}", note=f"note {number}")
    assert items(payload) == [(1, "Paper 1"), (2, "Paper 2"), (3, "Paper 3")]
    moved = await user.send(ADD, id=id_, paper=ids["Paper 3"], position=1)
    assert items(moved) == [(1, "Paper 3"), (2, "Paper 1"), (3, "Paper 2")]
    assert moved["collection"]["papers"]["edges"][0]["note"] == "note 3"
    moved = await user.send(ADD, id=id_, paper=ids["Paper 3"], position=2, note="")
    assert items(moved) == [(1, "Paper 1"), (2, "Paper 3"), (3, "Paper 2")]
    moved = await user.send(ADD, id=id_, paper=ids["Paper 1"], position=1000)
    assert items(moved) == [(1, "Paper 3"), (2, "Paper 2"), (3, "Paper 1")]
    inserted = await user.send(ADD, id=id_, paper=ids["Paper 0"], position=2)
    assert items(inserted) == [(1, "Paper 3"), (2, "Paper 0"), (3, "Paper 2"), (4, "Paper 1")]
    removed = await user.send(REMOVE, id=id_, paper=ids["Paper 3"])
    assert items(removed) == [(1, "Paper 0"), (2, "Paper 2"), (3, "Paper 1")]
    assert removed == await user.send(REMOVE, id=id_, paper=ids["Paper 3"])
    assert removed["collection"]["version"] == 1
    page = await user.send(
        """query Q($id: ID!) { collection(id: $id) { papers(first: 1, where: {title: {ne: "Paper 0"}},
          orderBy: [{edge: POSITION, direction: DESC}]) { totalCount nodes { title } groupBy(keys: [KIND]) {
          groups { count } } } } }""",
        id=id_,
    )
    assert page["papers"] == {"totalCount": 2, "nodes": [{"title": "Paper 1"}], "groupBy": {"groups": [{"count": 2}]}}


async def test_update_needs_present_version(graph: Graph, ids: dict[str, str]) -> None:
    """Of two updates of one version, the second is a user error; each update increases the version."""
    user = client(graph, ids)
    id_ = await created(user)
    first = await user.send(UPDATE, id=id_, version=1, title="  Read e\u0301 ", visibility="PUBLIC")
    assert (first["collection"]["title"], first["collection"]["version"]) == ("Read \u00e9", 2)
    second = await user.send(UPDATE, id=id_, version=1, title="Other")
    assert (second["collection"], [error["field"] for error in second["userErrors"]]) == (None, [["input", "version"]])
    third = await user.send(UPDATE, id=id_, version=2, visibility="LINK")
    assert (third["collection"]["title"], third["collection"]["visibility"]) == ("Read \u00e9", "LINK")


@pytest.mark.parametrize("role", [None, *Role])
async def test_visibility_decides_who_reads(graph: Graph, ids: dict[str, str], role: Role | None) -> None:
    """No other user of any role reads or changes a private collection; LINK is readable by ID, PUBLIC is listed."""
    owner, paper = client(graph, ids), ids["Paper 1"]
    other = Client(owner.service, Viewer("user1", role, ids["user1"]) if role else None)
    private, link, public = [
        await created(owner, visibility, visibility=visibility) for visibility in ("PRIVATE", "LINK", "PUBLIC")
    ]
    for id_ in (private, link, public):
        await owner.send(ADD, id=id_, paper=paper)
        assert (await owner.send(READ, id=id_))["papers"]["totalCount"] == 1
    assert await other.send(READ, id=private) is None
    assert (await other.send(READ, id=link))["title"] == "LINK"
    assert (await other.send(READ, id=public))["papers"]["nodes"] == [{"title": "Paper 1"}]
    assert (await other.send(LISTED, id=paper))["collections"] == {"totalCount": 1, "nodes": [{"title": "PUBLIC"}]}
    reply = await other.reply("query Q($id: ID!) { node(id: $id) { id } }", id=private)
    assert reply.errors[0]["extensions"]["code"] == "BAD_ID"
    if role is not None:
        listed = await other.send("{ viewer { collections { totalCount } } }")
        assert listed == {"collections": {"totalCount": 0}}
    if role not in {None, Role.READER}:
        for id_ in (private, public):
            for query, values in (
                (UPDATE, {"version": 1, "title": "x"}),
                (ADD, {"paper": paper}),
                (REMOVE, {"paper": paper}),
            ):
                refused = await other.send(query, id=id_, **values)
                assert [error["code"] for error in refused["userErrors"]] == ["NOT_FOUND"]
            assert [error["code"] for error in (await other.send(DELETE, id=id_))["userErrors"]] == ["NOT_FOUND"]
    else:
        reply = await other.reply(ADD, id=public, paper=paper)
        assert reply.errors[0]["extensions"]["code"] == ("FORBIDDEN" if role else "UNAUTHENTICATED")
    own = await owner.send("{ viewer { collections(first: 2) { totalCount nodes { title } } } }")
    assert own["collections"]["totalCount"] == 3


async def test_repeated_creation_and_deletion_have_no_further_effect(graph: Graph, ids: dict[str, str]) -> None:
    """A repeated creation returns the first collection, a repeated deletion its ID."""
    user = client(graph, ids)
    id_ = await created(user, key="c")
    assert await created(user, key="c") == id_
    reused = await user.send(CREATE, title="Another", key="c")
    assert [error["field"] for error in reused["userErrors"]] == [["input", "clientMutationId"]]
    for _ in range(2):
        assert await user.send(DELETE, id=id_, key="d") == {"deletedId": id_, "userErrors": []}
    assert [error["code"] for error in (await user.send(DELETE, id=id_))["userErrors"]] == ["NOT_FOUND"]
    assert await user.send(READ, id=id_) is None


async def test_merge_moves_items_and_revocation_moves_them_back(graph: Graph, ids: dict[str, str]) -> None:
    """A merge keeps one item of a collection that has both papers; its revocation restores both."""
    user, papers = client(graph, ids), [ids["Paper 6"], ids["Paper 7"]]
    id_ = await created(user)
    for paper in (*papers, ids["Paper 1"]):
        await user.send(ADD, id=id_, paper=paper)
    decision = await merge(graph, papers[0], papers[1], ANN)
    assert (await user.send(READ, id=id_))["papers"]["totalCount"] == 2
    await revoke(graph, decision.key, ANN)
    restored = (await user.send(READ, id=id_))["papers"]["nodes"]
    assert sorted(node["title"] for node in restored) == ["Paper 1", "Paper 6", "Paper 7"]


async def test_canonical_export_has_no_accounts(graph: Graph, ids: dict[str, str]) -> None:
    """Users, their tokens and their acts do not appear in the canonical export of the graph."""
    lines = await export(graph)
    user = client(graph, ids)
    await tokens.create_token(graph, "user0")
    await user.send(ADD, id=await created(user, key="k"), paper=ids["Paper 1"])
    comment = await added(user, ids["Paper 1"], "text")
    await user.send(UPDATE_COMMENT, id=comment, version=1, text="edited")
    await added(user, ids["Paper 1"], "reply", to=comment)
    review = await added_review(user, ids["Paper 1"])
    await user.send(UPDATE_REVIEW, input={"reviewId": review, "version": 1, "rating": 1})
    assert await export(graph) == lines
    assert not [line for line in lines if line.startswith(("User", "AccessToken", "Comment", "Review", "(User"))]


async def test_concurrent_changes_keep_every_paper(graph: Graph, ids: dict[str, str]) -> None:
    """Ten papers are added at once at position 1: each has one position from 1 to 10."""
    user = client(graph, ids)
    id_ = await created(user)
    await asyncio.gather(*(user.send(ADD, id=id_, paper=ids[f"Paper {number}"], position=1) for number in range(10)))
    rows = await graph.read(
        "MATCH (:Collection {id: $id})-[i:CONTAINS]->() RETURN i.position ORDER BY i.position", {"id": id_}
    )
    assert [row[0] for row in rows.rows] == list(range(1, 11))


async def test_hostile_input_is_a_user_error(graph: Graph, ids: dict[str, str]) -> None:
    """Texts with control characters or of huge length, wrong IDs and impossible numbers name the field at fault."""
    user = client(graph, ids)
    id_ = await created(user)
    for text in HOSTILE_TEXTS:
        for field, query, values in (
            ("title", CREATE, {"title": text}),
            ("description", CREATE, {"title": "x", "description": text}),
            ("note", ADD, {"id": id_, "paper": ids["Paper 1"], "note": text}),
        ):
            refused = await user.send(query, **values)
            assert [error["field"] for error in refused["userErrors"]] == [["input", field]], text[:20]
    for text in HOSTILE_IDS:
        refused = await user.send(ADD, id=id_, paper=text)
        assert [error["field"] for error in refused["userErrors"]] == [["input", "paperId"]]
        refused = await user.send(ADD, id=text, paper=ids["Paper 1"])
        assert [error["field"] for error in refused["userErrors"]] == [["input", "collectionId"]]
        assert await user.finds_nothing(READ, id=text)
    for position in (0, -1, 1_001, 2**31 - 1):
        refused = await user.send(ADD, id=id_, paper=ids["Paper 1"], position=position)
        assert [error["field"] for error in refused["userErrors"]] == [["input", "position"]]
    empty = await user.send(CREATE, title=" \u3000 ")
    assert [error["field"] for error in empty["userErrors"]] == [["input", "title"]]
    assert (await user.send(READ, id=id_))["papers"]["totalCount"] == 0
    unread = await client(graph, ids, "user0", Scope.ACT).send(CREATE, title="x")
    assert (unread["collection"], unread["userErrors"]) == (None, [])


async def test_bibliography_is_imported(graph: Graph, ids: dict[str, str]) -> None:
    """Papers are found by ID, then by title, in the order of the entries; the payload names the other entries."""
    user = client(graph, ids)
    id_ = await created(user)
    await user.send(ADD, id=id_, paper="doi:10.1000/3")
    payload = await user.send(IMPORT, id=id_, text=BIBTEX, key="k")
    assert items(payload) == [(1, "Paper 3"), (2, "Paper 2"), (3, "Paper 1")]
    assert (payload["addedCount"], payload["presentCount"]) == (2, 1)
    assert [(entry["key"], entry["title"], entry["reason"]) for entry in payload["unmatched"]] == [
        ("c", "Unknown", "NOT_FOUND"),
        ("d", None, "INVALID"),
    ]
    assert payload["unmatched"][1]["message"] == "line 4: it has no title."
    again = await user.send(IMPORT, id=id_, text=BIBTEX, key="k")
    assert (again["addedCount"], len(items(again))) == (0, 3)
    more = await user.send(IMPORT, id=id_, text=BIBTEX)
    assert (more["addedCount"], more["presentCount"], len(items(more))) == (0, 3, 3)


async def test_other_formats_are_imported(graph: Graph, ids: dict[str, str]) -> None:
    """RIS and CSL-JSON work like BibTeX; two papers with one title and year are ambiguous."""
    user = client(graph, ids)
    id_ = await created(user)
    ris = "TY  - JOUR\nTI  - Paper 4\nDO  - 10.1000/4\nER  - \n"
    assert items(await user.send(IMPORT, id=id_, format="RIS", text=ris)) == [(1, "Paper 4")]
    csl = '[{"id": "x", "type": "article-journal", "title": "Paper 5", "DOI": "10.1000/5"}]'
    assert items(await user.send(IMPORT, id=id_, format="CSL_JSON", text=csl))[1:] == [(2, "Paper 5")]
    await graph.administer("MATCH (p:Paper {title: 'Paper 6'}) SET p.title = 'Paper 7'")
    payload = await user.send(IMPORT, id=id_, text="@article{x, title={Paper 7}}")
    await graph.administer("MATCH (p:Paper {id: $id}) SET p.title = 'Paper 6'", {"id": ids["Paper 6"]})
    assert [entry["reason"] for entry in payload["unmatched"]] == ["AMBIGUOUS"]


@pytest.mark.parametrize(
    ("format_", "text", "unmatched"),
    [
        ("BIBTEX", "@article{nobody, title={Unknown paper}, year=2020}", ("nobody", "Unknown paper")),
        ("BIBTEX", "@article{esc, title={Un\x1b[31mknown\u202e}}", ("esc", "Un[31mknown")),
        ("BIBTEX", "@article{doi, title={Unknown}, doi={10.1/none}}", ("doi", "Unknown")),
        ("RIS", "TY  - JOUR\nTI  - Unknown\nID  - ref1\nER  - \n", ("ref1", "Unknown")),
        ("RIS", "TY  - JOUR\nTI  - Unknown\nDO  - 10.1000/none\nER  - \n", ("doi:10.1000/none", "Unknown")),
        ("RIS", "TY  - JOUR\nTI  - Unknown\nER  - \n", ("line 1", "Unknown")),
        ("CSL_JSON", '[{"id": "item1", "type": "book", "title": "Unknown"}]', ("item1", "Unknown")),
    ],
)
async def test_unmatched_entries_have_their_own_key(
    graph: Graph, ids: dict[str, str], format_: str, text: str, unmatched: tuple[str, str]
) -> None:
    """An entry without a paper is reported by its citation key and title, without control characters."""
    user = client(graph, ids)
    (entry,) = (await user.send(IMPORT, id=await created(user), format=format_, text=text))["unmatched"]
    assert ((entry["key"], entry["title"]), entry["reason"]) == (unmatched, "NOT_FOUND")


async def test_updates_need_a_new_value(graph: Graph, ids: dict[str, str]) -> None:
    """An update without a value is refused; an outdated version is answered with the current one."""
    user = client(graph, ids)
    id_ = await created(user)
    for values, field, words in (
        ({}, "title", "The input has no new value. Send title, description or visibility."),
        ({"title": "x", "version": 7}, "version", "you sent version 7, the current version is 1."),
    ):
        (error,) = (await user.send(UPDATE, **{"id": id_, "version": 1, **values}))["userErrors"]
        assert (error["field"], words in error["message"]) == (["input", field], True)
    rows = (await graph.read("MATCH (c:Collection {id: $id}) RETURN c.version", {"id": id_})).rows
    assert rows == [[1]]


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("no bibliography", "text", "line 1: expected a BibTeX bibliography"),
        ("@article{x, title={A}", "text", "line 1, x: the text ends within its last entry"),
        ("@article{x, title={A}}\n" * 1_001, "text", "over 1,000 entries"),
        ("x" * 500_001, "text", "text has 500,001 characters"),
        ("@string{a = b # b}" * 3 + "@article{x, title=a}", "", ""),
        ("@string{" + "".join(f"a{n} = a{n + 1} # a{n + 1}" + "}\n@string{" for n in range(60)) + 'a60 = "x"}', "", ""),
    ],
)
async def test_hostile_bibliography(graph: Graph, ids: dict[str, str], text: str, field: str, words: str) -> None:
    """A text that is no bibliography, or is too large, is a user error and adds nothing; macros cannot grow."""
    user = client(graph, ids)
    payload = await user.send(IMPORT, id=await created(user), text=text)
    if field:
        (error,) = payload["userErrors"]
        assert error["field"] == ["input", field]
        assert words in error["message"]
    else:
        assert payload["addedCount"] == 0


async def test_import_needs_the_collection(graph: Graph, ids: dict[str, str]) -> None:
    """The collection of another user does not exist for the viewer; a full one stays as it is."""
    id_ = await created(client(graph, ids))
    payload = await client(graph, ids, "user1").send(IMPORT, id=id_, text=BIBTEX)
    assert payload["userErrors"][0]["field"] == ["input", "collectionId"]
    await graph.administer(
        "MATCH (c:Collection {id: $id}), (p:Paper {title: 'Paper 9'}) "
        "UNWIND range(1, 999) AS n CREATE (c)-[:CONTAINS {position: n, ids: [p.id]}]->(p)",
        {"id": id_},
    )
    full = await client(graph, ids).send(IMPORT, id=id_, text=BIBTEX)
    assert "would have over 1,000 papers" in full["userErrors"][0]["message"]
    await graph.administer("MATCH (c:Collection {id: $id}) DETACH DELETE c", {"id": id_})
