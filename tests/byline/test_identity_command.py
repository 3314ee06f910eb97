"""`byline identity` on the command line: its output, its errors, and the review queue."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from typer.testing import CliRunner

from byline.cli.commands import identity as curating
from byline.cli.commands.identity import app
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.unload.remove_records import UnloadSelection, unload
from tests.byline.command_line import run as started
from tests.byline.review_queue_records import ADA, EVE, RECORDS
from tests.byline.server_process import environment
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module")
def uncertain_graph(address: Address, tmp_path_factory: pytest.TempPathFactory) -> Address:
    """Load records that the match rules leave uncertain."""

    async def fill(folder: Path) -> None:
        async with Graph(address) as graph:
            await emptied(graph)
            await load_records(graph, folder, RECORDS)

    anyio.run(fill, tmp_path_factory.mktemp("doubts"))
    return address


@pytest.fixture
def run(uncertain_graph: Address, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Run":
    monkeypatch.setenv("BYLINE_HOME", str(tmp_path))
    monkeypatch.setenv("NEO4J_URI", uncertain_graph.uri)
    monkeypatch.setenv("NEO4J_USERNAME", uncertain_graph.username)
    monkeypatch.setenv("NEO4J_PASSWORD", uncertain_graph.password)
    return Run()


class CommandResult(NamedTuple):
    """The result of a command."""

    exit_code: int
    stdout: str
    output: str


class Run:
    """Runs a command in this process."""

    def __call__(self, *arguments: str, answers: str | None = None) -> CommandResult:
        """Run the command with these arguments; `answers` is its standard input."""
        result = CliRunner().invoke(app, list(arguments), input=answers)
        return CommandResult(result.exit_code, result.stdout, result.output)

    def lines(self, *arguments: str) -> list[dict[str, Any]]:
        """Return the lines of JSON that the command prints."""
        done = self(*arguments, "--json")
        assert done.exit_code == 0, done.output
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.mark.full
def test_explain_lists_records_rules_and_evidence(run: Run) -> None:
    """`explain` lists a paper's records, and a person's mentions with the match rule and evidence of each."""
    told = run("explain", "arxiv:2001.00001").stdout
    assert "arxiv:a" in told
    assert "On Graphs" in told
    (person,) = run.lines("explain", ADA)
    parts = person["parts"]
    assert [(part["where"], part["rule"], part["evidence"]) for part in parts] == [
        ("arxiv:a, author 1", "orcid", [f"states {ADA}"])
    ]


def test_explain_compares_two_people(run: Run) -> None:
    """For two people with the same name, `explain` lists the shared co-author and the conflicting IDs."""
    told = run("explain", ADA, EVE).stdout
    assert "same name: li wei" in told
    assert "shared co-author: bob ng" in told
    assert f"different IDs: {ADA} and {EVE}" in told


def test_explain_accepts_url(run: Run) -> None:
    """A URL copied from a browser refers to the same entity as the ID in it."""
    told = run.lines("explain", "https://doi.org/10.1000/D")[0]["subject"]["id"]
    assert told == run.lines("explain", "doi:10.1000/d")[0]["subject"]["id"]


def test_review_lists_candidates_of_ambiguous_person(run: Run) -> None:
    """An ambiguous person appears with both candidates and the evidence for each."""
    found = [one for one in run.lines("review") if one["name"] == "Li Wei"]
    candidates = found[0]["candidates"]
    assert len(candidates) == 2
    assert all("shared co-author: bob ng" in one["evidence"] for one in candidates)


def test_review_lists_papers_with_equal_titles(run: Run) -> None:
    """Two papers with the same title, year and first author but conflicting IDs appear in the queue."""
    (twin,) = run.lines("review", "--kind", "papers")
    others = twin["candidates"]
    assert {twin["name"], *(one["name"] for one in others)} == {"On Trees"}
    assert "No more review items for papers." in run("review", "--kind", "papers", "--after", twin["cursor"]).output


def test_review_names_other_kinds_if_empty(run: Run) -> None:
    """If the queue has no items for volumes, the message says so and lists the other kinds."""
    told = " ".join(run("review", "--kind", "volumes").output.split())
    assert told == (
        "No review items for volumes. Other kinds: "
        "--kind people, namesakes, papers, venues, institutions, funders or ids."
    )


def test_review_lists_conflicting_ids(run: Run) -> None:
    """A record that states an ID of another entity appears in the queue with that reason."""
    (dispute,) = run.lines("review", "--kind", "ids")
    assert dispute["why"] == "openalex:f states doi:10.1000/e, which belongs to another entity"


def test_merge_is_logged_and_revoked(run: Run) -> None:
    """`merge` prints its effect and how to revoke it; the log has curator and reason; `revoke` ends it."""
    made = run("merge", "arxiv:2001.00002", "doi:10.1000/d", "--reason", "one work", "--by", "Ann")
    assert made.exit_code == 0, made.output
    key = made.stdout.split(":")[0]
    assert "are the same paper" in made.stdout
    assert f"byline identity revoke {key}" in made.stdout
    (logged,) = run.lines("log")
    assert (logged["key"], logged["by"], logged["why"]) == (key, "Ann", "one work")
    assert run("revoke", key, "--reason", "no", "--by", "Ben").exit_code == 0
    log = " ".join(run("log").stdout.split())
    assert "Ann" in log
    assert "Ben" in log
    assert run.lines("review", "--kind", "papers")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("merge", "doi:10.1000/404", "doi:10.1000/d", "--reason", "x"),
            "No entity in the graph has the ID doi:10.1000/404",
        ),
        (("merge", "doi:10.1000/d", "doi:10.1000/d", "--reason", "x"), "are already the same entity"),
        (("merge", "doi:10.1000/d", ADA, "--reason", "x"), "Give two IDs of the same kind"),
        (("merge", "doi:nonsense", ADA, "--reason", "x"), "is not a valid doi ID"),
        (("split", "doi:10.1000/d", "--record", "x:y", "--reason", "x"), "has no record x:y"),
        (("revoke", "d_404", "--reason", "x"), "Unknown decision d_404"),
        (("explain", "r_nobody"), "No entity in the graph has the ID r_nobody"),
        (("explain", "https://doi.org/10.1000/404"), "No entity in the graph has the ID https://doi.org/10.1000/404"),
        (("explain", " "), "The ID is empty"),
        (("merge", "doi:10.1000/d", "arxiv:2001.00002", "--reason", " "), "The reason of the decision is missing"),
        (("revoke", "d_404", "--reason", ""), "The reason of the decision is missing"),
        (("revoke", "d_404", "--reason", "x" * 2_001), "The reason has 2,001 characters. Expected at most 2,000."),
        (("explain", "hello"), "'hello' is not an ID"),
    ],
)
def test_invalid_decisions_are_reported(run: Run, arguments: tuple[str, ...], told: str) -> None:
    """An invalid ID, an ID given twice, mixed kinds and a missing record give a message and exit code 1."""
    done = run(*arguments)
    assert done.exit_code == 1
    assert told in done.output
    assert "Traceback" not in done.output


def test_review_and_explain_agree_on_probability(run: Run) -> None:
    """Each candidate has a probability, and their sum is below 1; `explain` gives the same value for the pair."""
    (found,) = [one for one in run.lines("review") if one["name"] == "Li Wei"]
    chances = {one["id"]: one["probability"] for one in found["candidates"]}
    assert all(0 < one < 1 for one in chances.values())
    assert sum(chances.values()) < 1
    for other, chance in chances.items():
        for pair in ((found["id"], other), (other, found["id"])):
            (told,) = run.lines("explain", *pair)
            assert told["probability"] == pytest.approx(chance)
    assert f"{next(iter(chances.values())):.0%} likely" in " ".join(run("review").stdout.split())
    assert "Match probability" in run("explain", *list(chances)[:2]).stdout


def test_papers_and_identical_people_have_no_probability(run: Run) -> None:
    """Two papers, or a person compared with the same person, have no match probability."""
    for pair in (("arxiv:2001.00001", "arxiv:2001.00002"), (ADA, ADA)):
        (told,) = run.lines("explain", *pair)
        assert told["probability"] is None


@pytest.mark.full
def test_ids_are_not_wrapped_on_narrow_terminal(run: Run, uncertain_graph: Address) -> None:
    """At 80 and 40 columns, the log and the queue print every ID unbroken, so that it can be copied."""
    first, second = (one["id"] for one in run.lines("review")[0]["candidates"])
    key = str(run.lines("merge", first, second, "--reason", "one", "--by", "Ann")[0]["key"])
    for columns in ("40", "80"):
        narrow = environment(uncertain_graph, COLUMNS=columns)
        assert key in started("identity", "log", env=narrow).stdout
        asked = started("identity", "review", "--kind", "papers", env=narrow).stdout
        for question in run.lines("review", "--kind", "papers"):
            assert all(one in asked for one in (question["id"], *(each["id"] for each in question["candidates"])))
    assert run("revoke", key, "--reason", "no", "--by", "Ben").exit_code == 0
    for each in (first, second):
        assert each in run("explain", each).stdout


@pytest.mark.full
def test_json_log_is_complete(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON prints every decision; --limit and the table print fewer, and say that there may be more."""
    monkeypatch.setattr(curating, "PAGE_SIZE", 2)
    monkeypatch.setattr(curating, "DEFAULT_LOG_LIMIT", 2)
    ids = ("arxiv:2001.00001", "arxiv:2001.00003")
    made: list[str] = []
    for number in range(5):
        made.append(run.lines("keep-apart", *ids, "--reason", f"reason {number}", "--by", "Ann")[0]["key"])
        assert run("revoke", made[-1], "--reason", "no", "--by", "Ann").exit_code == 0
    assert [one["key"] for one in run.lines("log")][:5] == made[::-1]
    some = run("log", "--json", "--limit", "3")
    assert [json.loads(line)["key"] for line in some.stdout.splitlines()] == made[:1:-1]
    assert f"There may be more: --after {made[2]}" in some.output
    for_a_person = run("log").output
    assert made[4] in for_a_person
    assert made[2] not in for_a_person
    assert f"There may be more: --after {made[3]}" in for_a_person
    assert "No decisions before a." in run("log", "--after", "a").output


@pytest.mark.full
def test_keep_apart_removes_review_item(run: Run) -> None:
    """`keep-apart` keeps two entities separate and removes their review item until it is revoked."""
    (twin,) = run.lines("review", "--kind", "papers")
    ids = (twin["id"], twin["candidates"][0]["id"])
    made = run("keep-apart", *ids, "--reason", "two works", "--by", "Ann").stdout
    assert f"{min(ids)} and {max(ids)} stay separate." in made
    assert "No review items for papers." in run("review", "--kind", "papers").output
    again = run("keep-apart", ids[0], ids[0], "--reason", "two", "--by", "Ann")
    assert again.exit_code == 1
    assert "are the same entity" in again.output
    assert run("revoke", made.split(":")[0], "--reason", "no", "--by", "Ann").exit_code == 0
    assert run.lines("review", "--kind", "papers") == [twin]


@pytest.mark.full
def test_decision_without_records_is_pending(run: Run, uncertain_graph: Address, tmp_path: Path) -> None:
    """The log marks a decision about an unloaded record as pending until the record is loaded again."""
    twins = [run.lines("explain", one)[0]["subject"]["id"] for one in ("arxiv:2001.00002", "doi:10.1000/d")]
    merged = run.lines("merge", *twins, "--reason", "one", "--by", "Ann")[0]["key"]

    async def load_again(which: UnloadSelection | None) -> None:
        async with Graph(uncertain_graph) as graph:
            await (unload(graph, "sample", which) if which else load_records(graph, tmp_path, RECORDS))

    assert "pending" not in run("log").stdout
    anyio.run(load_again, UnloadSelection("crossref"))
    assert "pending: at least one side is not in the graph" in run("log").stdout
    anyio.run(load_again, None)
    assert "pending" not in run("log").stdout
    assert run("revoke", merged, "--reason", "no", "--by", "Ann").exit_code == 0


@pytest.mark.full
def test_superseded_merge_is_marked(run: Run) -> None:
    """The log and `explain` mark a merge that a later split contradicts until the split is revoked."""
    twins = [run.lines("explain", one)[0]["subject"]["id"] for one in ("arxiv:2001.00002", "doi:10.1000/d")]
    merged = run.lines("merge", *twins, "--reason", "one", "--by", "Ann")[0]["key"]
    assert "no effect" not in run("log").stdout
    parted = run.lines("split", twins[0], "--record", "crossref:d", "--reason", "two", "--by", "Ben")[0]["key"]
    for command in (("log",), ("explain", twins[0]), ("explain", *twins)):
        told = run(*command).stdout
        assert told.count("no effect") == 1
        assert f"no effect while {parted} is active" in told.partition(str(merged))[2]
    undone = run("revoke", parted, "--reason", "one after all", "--by", "Ben").stdout
    assert f"Decision {parted} is revoked. The sides now belong to {min(twins)}." in undone
    assert "no effect" not in run("log").stdout
    assert run("revoke", merged, "--reason", "no", "--by", "Ann").exit_code == 0


@pytest.mark.full
def test_revoke_reports_resulting_state(run: Run) -> None:
    """Revoking one of two equal merges reports that the sides stay merged; revoking both separates them."""
    ids = [run.lines("explain", one)[0]["subject"]["id"] for one in ("arxiv:2001.00001", "arxiv:2001.00002")]
    third = run.lines("explain", "arxiv:2001.00003")[0]["subject"]["id"]
    first = run.lines("merge", *ids, "--reason", "one", "--by", "Ann")[0]["key"]
    second = run.lines("merge", ids[0], third, "--reason", "one", "--by", "Ann")[0]["key"]
    told = run("revoke", first, "--reason", "no", "--by", "Ann").stdout
    both = f"Both sides are still {min(*ids, third)}: decision {second} has the same effect."
    assert f"Decision {first} is revoked. {both}" in told
    told = run("revoke", second, "--reason", "no", "--by", "Ann").stdout
    assert "are separate now." in told


def test_interactive_review_asks_only_about_open_pairs(run: Run) -> None:
    """After an answer that merges the person with either candidate, the other candidate is not shown."""
    for answers, verdict in (("k\nnamesakes\n", "apart"), ("m\none person\n", "same")):
        told = run("review", "--interactive", answers=answers).output
        assert told.count("merge (m), keep apart (k)") == 1
        assert "Decisions: 1." in told
        (decision,) = [row for row in run.lines("log") if "undone" not in row]
        assert decision["verdict"] == verdict
        assert run("revoke", decision["key"], "--reason", "only a test").exit_code == 0


def test_interactive_review_records_answers(run: Run) -> None:
    """An unknown answer is asked again, skipping and errors change nothing, and an answer becomes a decision."""
    review = ("review", "--kind", "papers", "--interactive")
    before = run.lines("log")
    told = run(*review, answers="x\ns\n").output
    assert "Unknown answer x. Expected m, k, s, q." in told
    assert "Decisions: 0." in told
    assert "Decisions: 0." in run(*review, answers="q\n").output
    failed = run(*review, answers="k\n \n")
    assert "The reason of the decision is missing." in failed.output
    assert (failed.exit_code, failed.output.splitlines()[-1]) == (0, "Decisions: 0.")
    assert run.lines("log") == before
    told = run(*review, answers="k\ntwo editions\n").output
    assert "1 of 1: merge (m), keep apart (k), skip (s), quit (q)" in told
    assert "Decisions: 1." in told
    decision = run.lines("log")[0]
    assert (decision["verdict"], decision["why"]) == ("apart", "two editions")
    assert "No review items for papers." in run(*review).output
    assert run("revoke", decision["key"], "--reason", "one edition").exit_code == 0
    for option in ("--json", "--kind=ids"):
        refused = run("review", "--interactive", option)
        assert refused.exit_code == 2
        assert "--interactive does not work with" in refused.output
