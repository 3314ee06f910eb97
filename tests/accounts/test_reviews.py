"""Reviews: template, versions, visibility, anonymity in every query, idempotency, merges of papers and back."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from graphql import GraphQLInterfaceType, GraphQLNonNull, GraphQLObjectType, GraphQLUnionType, get_named_type

from accounts.review_template import review_template
from accounts.roles import Role
from accounts.viewer import Viewer
from cypher.catalog import catalog
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from resolvers.schema import graphql_schema
from tests.accounts.act_clients import HOSTILE_IDS, HOSTILE_TEXTS, Client, client

TEXTS = ("summary", "strengths", "concerns", "questions")
SHOWN = """review { id summary { text html } strengths { html } concerns { text } rating confidence anonymous visibility
  version createdAt editedAt viewerDidAuthor author { name } readers { name } paper { id reviewCount }
  edits { version summary { text } rating } } userErrors { code field message }"""
ADD = f"mutation M($input: AddReviewInput!) {{ addReview(input: $input) {{ {SHOWN} }} }}"
UPDATE = f"mutation M($input: UpdateReviewInput!) {{ updateReview(input: $input) {{ {SHOWN} }} }}"
DELETE = (
    "mutation M($input: DeleteReviewInput!) { deleteReview(input: $input) { deletedId userErrors { code field } } }"
)
READ = """query Q($id: ID!) { review(id: $id) { summary { text } author { name } viewerDidAuthor readers { name }
  edits { version } } }"""
LISTED = """query Q($id: ID!, $where: ReviewFilter, $order: [ReviewOrder!]) { node(id: $id) { ... on Paper {
  reviewCount reviews(where: $where, orderBy: $order) { totalCount nodes { summary { text } } } } } }"""
ANN = Curator("Ann", "one work")


async def added(user: Client, paper: str, summary: str = "Good", **values: object) -> str:
    """Add a review and return its ID."""
    given = {"paperId": paper, "summary": summary, "rating": 7, "confidence": 3, **values}
    payload = await user.send(ADD, input=given)
    assert payload["userErrors"] == []
    return str(payload["review"]["id"])


async def summaries(user: Client, paper: str, **arguments: object) -> list[str]:
    """Return the summaries of the reviews of a paper that a user can read, in order."""
    listed = await user.send(LISTED, id=paper, **arguments)
    return [node["summary"]["text"] for node in listed["reviews"]["nodes"]]


async def faults(user: Client, query: str, **given: object) -> list[str]:
    """Return the input fields at fault."""
    payload = await user.send(query, input=given)
    assert payload.get("review", payload.get("deletedId")) is None
    return [error["field"][-1] for error in payload["userErrors"]]


def test_template_names_fields_of_review() -> None:
    """Each text and scale of the template is a field of Review and of both inputs."""
    template = review_template()
    names = {part.name for part in (*template.texts, *template.scales)}
    assert names == {*TEXTS, "rating", "confidence"}
    for type_ in ("Review", "ReviewEdit", "AddReviewInput", "UpdateReviewInput"):
        fields: Any = graphql_schema().type_map[type_]
        assert names <= set(fields.fields)
    required = {
        name for name, field in _input_fields("AddReviewInput") if isinstance(field.type, GraphQLNonNull)
    } & set(TEXTS)
    assert required == {text.name for text in template.texts if text.required}


def _input_fields(name: str) -> Iterator[tuple[str, Any]]:
    type_: Any = graphql_schema().type_map[name]
    yield from type_.fields.items()


def test_queries_follow_anonymous_authorship_of_the_viewer_only() -> None:
    """Each query that follows WROTE_ANONYMOUSLY starts or ends at one user: the viewer, or the owner of the page."""
    followed = {
        name: entry.text
        for name, entry in ((entry.name, entry) for entry in catalog().values())
        if "WROTE_ANONYMOUSLY" in entry.text and not name.startswith("accounts/")
    }
    assert set(followed) == {
        "graphql/conflicts_of_interest",
        "graphql/own_moderation",
        "graphql/paper_reviews",
        "graphql/review_readers",
        "graphql/viewer_reviews",
    }
    for name, text in followed.items():
        user = "$id" if name == "graphql/viewer_reviews" else "$viewer"
        assert text.count("WROTE_ANONYMOUSLY") == text.count(f"(:User {{id: {user}}})") + text.count(
            f"(user:User {{id: {user}}})"
        )


@pytest.mark.graph
async def test_review_is_written_changed_and_deleted(graph: Graph, ids: dict[str, str]) -> None:
    """A user has one review of a paper; each change needs the present version and keeps the earlier one."""
    user, paper = client(graph, ids), ids["Paper 1"]
    given = {"paperId": "doi:10.1000/1", "summary": "A *new* method", "concerns": "Few data", "rating": 8}
    payload = await user.send(ADD, input={**given, "confidence": 4, "strengths": ""})
    assert payload["userErrors"] == []
    review = payload["review"]
    assert review["summary"] == {"text": "A *new* method", "html": "<p>A <em>new</em> method</p>\n"}
    assert (review["strengths"], review["concerns"]) == (None, {"text": "Few data"})
    assert (review["rating"], review["confidence"], review["visibility"]) == (8, 4, "PUBLIC")
    assert (review["author"], review["viewerDidAuthor"]) == ({"name": "user0"}, True)
    assert review["paper"] == {"id": paper, "reviewCount": 1}
    assert await faults(user, ADD, paperId=paper, summary="Again", rating=1, confidence=1) == ["paperId"]
    await added(client(graph, ids, "user1"), paper, "Bad", rating=2)
    change = {"reviewId": review["id"], "version": 1, "rating": 9, "concerns": ""}
    changed = (await user.send(UPDATE, input=change))["review"]
    assert (changed["rating"], changed["concerns"], changed["version"]) == (9, None, 2)
    assert changed["edits"] == [{"version": 1, "summary": {"text": "A *new* method"}, "rating": 8}]
    assert await faults(user, UPDATE, **change) == ["version"]
    by_rating = [{"field": "RATING", "direction": "ASC"}]
    assert await summaries(user, paper, order=by_rating) == ["Bad", "A *new* method"]
    assert await summaries(user, paper, where={"rating": {"gte": 5}}) == ["A *new* method"]
    own = await user.send("{ viewer { reviews { totalCount nodes { rating } } } }")
    assert own["reviews"] == {"totalCount": 1, "nodes": [{"rating": 9}]}
    delete = {"reviewId": review["id"], "clientMutationId": "d"}
    for _ in range(2):
        assert await user.send(DELETE, input=delete) == {"deletedId": review["id"], "userErrors": []}
    assert await faults(user, DELETE, reviewId=review["id"]) == ["reviewId"]
    listed = await user.send(LISTED, id=paper)
    assert (listed["reviewCount"], listed["reviews"]["totalCount"]) == (1, 1)
    assert "new" not in str((await graph.read("MATCH (n:Review|ReviewEdit) RETURN properties(n)")).rows)
    await added(user, paper, "Second thoughts")


@pytest.mark.graph
async def test_visibility_decides_who_reads(graph: Graph, ids: dict[str, str]) -> None:
    """Only the author and the named readers read a private review; curators and administrators do not."""
    user, paper = client(graph, ids), ids["Paper 1"]
    reader = client(graph, ids, "user1")
    public = {"paperId": paper, "summary": "Draft", "rating": 1, "confidence": 1, "readers": ["user1"]}
    assert await faults(user, ADD, **public) == ["readers"]  # a public review would be published by mistake
    id_ = await added(user, paper, "Draft", visibility="PRIVATE", readers=["user1", "user0"])
    update = {"reviewId": id_, "version": 1, "summary": "Second draft"}
    assert (await user.send(UPDATE, input=update))["review"]["edits"] != []
    others = [Client(user.service, Viewer("user2", role, ids["user2"])) for role in Role]
    for other in (*others, Client(user.service, None)):
        assert await other.send(READ, id=id_) is None
        assert (await other.send(LISTED, id=paper))["reviews"]["totalCount"] == 0
    assert (await user.send(READ, id=id_))["readers"] == [{"name": "user1"}]
    found = await reader.send(READ, id=id_)
    assert (found["summary"], found["readers"], found["author"]) == ({"text": "Second draft"}, [], {"name": "user0"})
    shared = await reader.send("{ viewer { sharedReviews { nodes { summary { text } } } } }")
    assert shared["sharedReviews"]["nodes"] == [{"summary": {"text": "Second draft"}}]
    assert (await summaries(reader, paper), (await reader.send(LISTED, id=paper))["reviewCount"]) == (
        ["Second draft"],
        0,
    )
    assert await faults(reader, UPDATE, reviewId=id_, version=2, rating=1) == ["reviewId"]
    assert await faults(user, UPDATE, reviewId=id_, version=2, readers=["nobody"]) == ["readers"]
    await user.send(UPDATE, input={"reviewId": id_, "version": 2, "readers": []})
    assert await reader.send(READ, id=id_) is None
    public = (await user.send(UPDATE, input={"reviewId": id_, "version": 3, "visibility": "PUBLIC"}))["review"]
    assert (public["edits"], public["paper"]["reviewCount"]) == ([], 1)
    assert await summaries(Client(user.service, None), paper) == ["Second draft"]


def _everything(type_: Any, depth: int) -> str:  # noqa: ANN401 a type of graphql-core
    """Return a selection of all fields without required arguments, to a depth."""
    parts: list[str] = ["__typename"]
    for name, field in type_.fields.items():
        inner = cast("Any", get_named_type(field.type))
        if any(isinstance(argument.type, GraphQLNonNull) for argument in field.args.values()):
            continue
        if isinstance(inner, GraphQLObjectType):
            if depth and (inner.name.startswith(("Review", "Comment", "User", "PageInfo", "Markdown"))):
                parts.append(f"{name} {{ {_everything(inner, depth - 1)} }}")
        elif not isinstance(inner, GraphQLInterfaceType | GraphQLUnionType):
            parts.append(name)
    return " ".join(parts)


@pytest.mark.full
@pytest.mark.graph
async def test_anonymous_author_appears_in_no_answer(graph: Graph, ids: dict[str, str]) -> None:
    """Whatever others of any role select of a paper, its reviews and their own account, the author is not in it."""
    author, reader, paper = client(graph, ids, "user3"), client(graph, ids, "user4"), ids["Paper 2"]
    public = await added(author, paper, "Public", anonymous=True)
    await author.send(UPDATE, input={"reviewId": public, "version": 1, "rating": 1})
    private = await added(author, ids["Paper 3"], "Private", anonymous=True, visibility="PRIVATE", readers=["user4"])
    types = graphql_schema().type_map
    queries = (
        f"query Q($papers: [ID!]!) {{ nodes(ids: $papers) {{ ... on Paper {{ {_everything(types['Paper'], 3)} }} }} }}",
        f"query Q($public: ID!) {{ public: review(id: $public) {{ {_everything(types['Review'], 2)} }} }}",
        f"query Q($private: ID!) {{ private: review(id: $private) {{ {_everything(types['Review'], 2)} }} }}",
        f"{{ viewer {{ {_everything(types['Viewer'], 3)} }} }}",
    )
    variables = {"papers": [paper, ids["Paper 3"]], "public": public, "private": private}

    async def answers(client_: Client) -> dict[str, Any]:
        """Return all root fields of the answers to a client."""
        found: dict[str, Any] = {}
        for query in queries:
            reply = await client_.reply(query, **variables)
            assert reply.errors == []
            found |= reply.data or {}
        return found

    others = [Client(author.service, Viewer("user5", role, ids["user5"])) for role in (Role.MEMBER, Role.ADMIN)]
    for other in (*others, reader, Client(author.service, None)):
        found = await answers(other)
        text = json.dumps(found)
        assert '"Public"' in text
        assert ('"Private"' in text) is (other is reader)
        assert "user3" not in text
        assert ids["user3"] not in text
        assert (found["public"]["author"], found["public"]["viewerDidAuthor"]) == (None, False)
    own = await answers(author)
    assert (own["public"]["viewerDidAuthor"], own["public"]["author"]) == (True, None)


@pytest.mark.graph
async def test_author_can_be_hidden_and_shown(graph: Graph, ids: dict[str, str]) -> None:
    """The author of an anonymous review is null for everybody; updateReview hides and shows the author."""
    author = client(graph, ids, "user3")
    public = await added(author, ids["Paper 2"], "Public", anonymous=True)
    curator = Client(author.service, Viewer("user5", Role.CURATOR, ids["user5"]))
    for other in (curator, Client(author.service, None)):
        found = await other.send(READ, id=public)
        assert (found["author"], found["viewerDidAuthor"]) == (None, False)
    named = await author.send(UPDATE, input={"reviewId": public, "version": 1, "anonymous": False})
    assert named["review"]["author"] == {"name": "user3"}
    hidden = await author.send(UPDATE, input={"reviewId": public, "version": 2, "anonymous": True})
    assert (hidden["review"]["author"], hidden["review"]["viewerDidAuthor"]) == (None, True)


@pytest.mark.graph
async def test_merge_moves_reviews_and_revocation_moves_them_back(graph: Graph, ids: dict[str, str]) -> None:
    """A merged paper has the reviews of both, two by one user too; the revocation moves each back."""
    user, other = client(graph, ids), client(graph, ids, "user1")
    left, right = sorted([ids["Paper 8"], ids["Paper 9"]])
    await added(user, left, "left")
    await added(user, right, "right", anonymous=True)
    draft = await added(other, right, "draft", visibility="PRIVATE")
    decision = await merge(graph, left, right, ANN)
    assert sorted(await summaries(other, right)) == ["draft", "left", "right"]
    assert (await other.send(LISTED, id=left))["reviewCount"] == 2
    await other.send(UPDATE, input={"reviewId": draft, "version": 1, "visibility": "PUBLIC"})
    await revoke(graph, decision.key, ANN)
    assert await summaries(user, left) == ["left"]
    assert sorted(await summaries(user, right)) == ["draft", "right"]


@pytest.mark.graph
async def test_updates_need_a_new_value(graph: Graph, ids: dict[str, str]) -> None:
    """An update without a value adds no version; an outdated version is answered with the current one."""
    user = client(graph, ids)
    id_ = await added(user, ids["Paper 1"])
    (error,) = (await user.send(UPDATE, input={"reviewId": id_, "version": 1}))["userErrors"]
    assert "The input has no new value" in error["message"]
    await user.send(UPDATE, input={"reviewId": id_, "version": 1, "rating": 1})
    (error,) = (await user.send(UPDATE, input={"reviewId": id_, "version": 1, "rating": 2}))["userErrors"]
    assert error["message"] == (
        "The review has changed: you sent version 1, the current version is 2. Read it again, then repeat your change."
    )
    review = (await user.send(UPDATE, input={"reviewId": id_, "version": 2, "concerns": "None"}))["review"]
    assert [edit["version"] for edit in review["edits"]] == [2, 1]


@pytest.mark.graph
async def test_public_reviews_have_no_readers(graph: Graph, ids: dict[str, str]) -> None:
    """A review that becomes public loses its readers, who cannot read it if it becomes private again."""
    user, reader = client(graph, ids), client(graph, ids, "user1")
    id_ = await added(user, ids["Paper 1"], "Draft", visibility="PRIVATE", readers=["user1"])
    public = await user.send(UPDATE, input={"reviewId": id_, "version": 1, "visibility": "PUBLIC"})
    assert public["review"]["readers"] == []
    assert await faults(user, UPDATE, reviewId=id_, version=2, readers=["user1"]) == ["readers"]
    await graph.administer(  # as an earlier version of Byline left it
        "MATCH (u:User {name: 'user1'}), (r:Review {id: $id}) CREATE (u)-[:CAN_READ]->(r)", {"id": id_}
    )
    await user.send(UPDATE, input={"reviewId": id_, "version": 2, "visibility": "PRIVATE"})
    assert await reader.send(READ, id=id_) is None


@pytest.mark.graph
async def test_hostile_input_is_a_user_error(graph: Graph, ids: dict[str, str]) -> None:
    """Forbidden characters, huge texts, wrong numbers and IDs of others name the field at fault and change nothing."""
    user, other, paper = client(graph, ids), client(graph, ids, "user1"), ids["Paper 1"]
    id_, foreign = await added(user, paper, "mine"), await added(other, ids["Paper 2"], "theirs")
    plain = {"paperId": ids["Paper 2"], "summary": "x", "rating": 5, "confidence": 3}
    for text in HOSTILE_TEXTS[1:]:
        for name in TEXTS:
            assert await faults(user, ADD, **plain | {name: text}) == [name], text[:20]
            assert await faults(user, UPDATE, reviewId=id_, version=1, **{name: text}) == [name]
        assert await faults(user, ADD, **plain, readers=[text]) == ["readers"], text[:20]
    for name, numbers in (("rating", (0, 11, -1, 2**31 - 1)), ("confidence", (0, 6))):
        for number in numbers:
            assert await faults(user, ADD, **plain | {name: number}) == [name]
    assert await faults(user, ADD, **plain | {"summary": " "}) == ["summary"]
    assert await faults(user, ADD, **plain, readers=["user1"] * 60 + [f"u{n}" for n in range(60)]) == ["readers"]
    for text in HOSTILE_IDS:
        assert await faults(user, ADD, **plain | {"paperId": text}) == ["paperId"]
        assert await faults(user, UPDATE, reviewId=text, version=1, rating=1) == ["reviewId"]
        assert await faults(user, DELETE, reviewId=text) == ["reviewId"]
        assert await user.finds_nothing(READ, id=text)
    assert await faults(user, UPDATE, reviewId=foreign, version=1, rating=1) == ["reviewId"]
    assert await faults(user, DELETE, reviewId=foreign) == ["reviewId"]
    assert (await summaries(user, paper), await summaries(user, ids["Paper 2"])) == (["mine"], ["theirs"])


@pytest.mark.full
@pytest.mark.graph
async def test_concurrent_reviews_are_counted_exactly(graph: Graph, ids: dict[str, str]) -> None:
    """20 people send three reviews of a paper each at once: each has one, and the paper counts the public ones."""
    paper, users = ids["Paper 1"], [client(graph, ids, f"user{number}") for number in range(20)]

    async def send(number: int) -> list[list[str]]:
        given = {"paperId": paper, "summary": "x", "rating": 5, "confidence": 3}
        visibility = "PRIVATE" if number % 4 == 0 else "PUBLIC"
        replies = [users[number].send(ADD, input={**given, "visibility": visibility}) for _ in range(3)]
        return sorted([error["field"] for error in payload["userErrors"]] for payload in await asyncio.gather(*replies))

    for found in await asyncio.gather(*(send(number) for number in range(20))):
        assert found == [[], [["input", "paperId"]], [["input", "paperId"]]]
    assert (await users[0].send(LISTED, id=paper))["reviewCount"] == 15
