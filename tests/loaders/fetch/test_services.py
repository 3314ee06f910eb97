"""Each service, simulated: a fetch returns every record once, and the source reads the files."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from loaders.fetch.client import Client, RetryPolicy
from loaders.fetch.fetch_directory import FetchDirectory
from loaders.fetch.journal import Checkpoint, FetchSpec
from loaders.fetch.pipeline import Bounds, FetchTarget, StopReason, fetch
from loaders.fetch.service import Caller, FetchError, Query, services
from loaders.formats.archive import open_files
from loaders.records.errors import RejectedItem
from loaders.sources.base import sources
from tests.loaders.fetch import synthetic_services as shapes
from tests.loaders.fetch.replay import Answers, ReplayServer, replay
from tests.tiers import sampled_cases

QUICK = RetryPolicy(first_wait_s=0.01, longest_wait_s=0.02, interval_s=0.0, attempts=4)


def _orcid(number: int) -> str:
    """Return an ORCID iD with its check digit (ISO 7064, 11-2)."""
    digits = f"000000015{number:06d}"
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    digits += "0123456789X"[(12 - total % 11) % 11]
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


ORCIDS = [_orcid(number) for number in range(230)]
RORS = [f"0{number:06d}00" for number in range(230)]
ARXIVS = [f"2001.{number:05d}" for number in range(1, 1231)]


class FetchOutcome(NamedTuple):
    """Outcome of a fetch: the reason for stopping and the checkpoint."""

    why: StopReason
    checkpoint: Checkpoint


def run(  # noqa: PLR0913 what a test may want otherwise
    name: str,
    server: ReplayServer,
    folder: Path,
    *,
    ids: Sequence[str] | None = None,
    query: Query | None = None,
    bounds: Bounds = Bounds(),  # noqa: B008 it does not change
    manners: RetryPolicy = QUICK,
    caller: Caller = Caller("Byline/test"),  # noqa: B008 it does not change
    said: list[str] | None = None,
    anew: bool = False,
) -> FetchOutcome:
    """Fetch from the server into a folder."""
    service = services()[name]
    query = query or Query("all", next(iter(service.entities), ""))
    if ids is None and name == "arxiv-oai" and query.filter == "all":
        query = Query("set=cs")
    wish = FetchTarget(query, ids)
    asked = FetchSpec(name, service.source, query.filter, query.entity, query.params, str(ids) if ids else None)
    heard: list[str] = [] if said is None else said
    with (
        Client(service, caller, server.address, manners, heard.append) as client,
        FetchDirectory(folder, name, service.file_format, asked, refresh=anew) as sink,
    ):
        why = fetch(service, wish, client, sink, bounds=bounds, report=lambda _: None)
        return FetchOutcome(why, sink.checkpoint)


def titles(name: str, folder: Path) -> list[str]:
    """Return the main titles or names that the source reads in a folder, in order; fail on any reject."""
    source = sources()[services()[name].source]
    found: list[str] = []
    with open_files([folder], source.accepts) as files:
        reader = source.start(files)
        for file in files:
            for item in reader(file):
                assert not isinstance(item, RejectedItem), item
                if type(item).__name__ in ("PaperRecord", "InstitutionRecord", "PersonRecord"):
                    said: object = getattr(item, "title", None) or getattr(item, "name", None) or item.key
                    found.append(str(said))
    return found


CASES: dict[str, tuple[Answers, list[str]]] = {
    "openalex": (shapes.openalex(range(450)), [f"On the number {one}" for one in range(450)]),
    "crossref": (
        shapes.crossref([f"10.5555/{one}" for one in range(1200)]),
        [f"On 10.5555/{one}" for one in range(1200)],
    ),
    "datacite": (
        shapes.datacite([f"10.5555/{one}" for one in range(1200)]),
        [f"On 10.5555/{one}" for one in range(1200)],
    ),
    "ror": (shapes.ror(RORS), [f"Institute {one}" for one in RORS]),
    "s2": (shapes.s2(range(1, 2301)), [f"On {one}" for one in range(1, 2301)]),
    "orcid": (shapes.orcid(ORCIDS), ORCIDS),
    "arxiv": (shapes.arxiv(ARXIVS), [f"On {one}" for one in ARXIVS]),
    "arxiv-oai": (shapes.oai(ARXIVS), [f"On {one}" for one in ARXIVS]),
}


def test_every_service_has_test_case() -> None:
    """Each service has a test case here and belongs to an existing source."""
    assert {*services()} == {*CASES}
    assert {one.source for one in services().values()} <= {*sources()}


@pytest.mark.parametrize("name", CASES)
def test_fetch_returns_all_records_of_query(name: str, tmp_path: Path) -> None:
    """A query returns every record once over several responses, and the source reads all files."""
    answers, expected = CASES[name]
    with replay(answers) as server:
        done = run(name, server, tmp_path / "out")
        assert done.why == "complete"
        assert done.checkpoint.records == len(expected)
        assert len(server.got) > 2
    assert titles(name, tmp_path / "out") == expected


@pytest.mark.parametrize("name", sampled_cases(CASES, 2))
def test_limit_is_exact_and_can_be_raised(name: str, tmp_path: Path) -> None:
    """A limit within a page returns exactly that many records; a fetch with a higher or no limit resumes."""
    answers, expected = CASES[name]
    with replay(answers) as server:
        for limit in (7, 210):
            done = run(name, server, tmp_path / "out", bounds=Bounds(limit))
            assert (done.why, done.checkpoint.records) == ("limit", limit)
            assert titles(name, tmp_path / "out") == expected[:limit]
        assert run(name, server, tmp_path / "out").why == "complete"
        asked = len(server.got)
        assert run(name, server, tmp_path / "out").why == "complete"
        assert len(server.got) == asked
    assert titles(name, tmp_path / "out") == expected


IDS = {
    "openalex": ([f"doi:10.5555/{one}" for one in (3, 449, 9999, 17)], [3, 17, 449], ["10.5555/9999"]),
    "crossref": (["doi:10.5555/3", "doi:10.5555/x", "doi:10.5555/4"], [3, 4], ["10.5555/x"]),
    "datacite": (["doi:10.5555/3", "doi:10.5555/x", "doi:10.5555/4"], [3, 4], ["10.5555/x"]),
    "ror": ([f"ror:{RORS[3]}", "ror:0zzzzzz00", f"ror:{RORS[4]}"], [3, 4], ["0zzzzzz00"]),
    "s2": (["doi:10.5555/3", "doi:10.5555/77777", "doi:10.5555/4"], [2, 3], ["DOI:10.5555/77777"]),
    "orcid": ([f"orcid:{ORCIDS[3]}", "orcid:0000-0009", f"orcid:{ORCIDS[4]}"], [3, 4], ["0000-0009"]),
    "arxiv": ([f"arxiv:{ARXIVS[3]}", "arxiv:1901.00001", f"arxiv:{ARXIVS[4]}"], [3, 4], ["1901.00001"]),
    "arxiv-oai": ([f"arxiv:{ARXIVS[3]}", "arxiv:1901.00001", f"arxiv:{ARXIVS[4]}"], [3, 4], ["1901.00001"]),
}


@pytest.mark.parametrize("name", CASES)
def test_fetch_by_ids_returns_known_and_reports_missing(name: str, tmp_path: Path) -> None:
    """A fetch by ID list saves the known records, reports the missing IDs, and the source reads the files."""
    answers, expected = CASES[name]
    ids, there, missing = IDS[name]
    with replay(answers) as server:
        done = run(name, server, tmp_path / "out", ids=ids)
    assert (done.why, done.checkpoint.missing) == ("complete", missing)
    assert titles(name, tmp_path / "out") == [expected[one] for one in there]


def test_id_with_list_separator_is_requested_alone(tmp_path: Path) -> None:
    """The fetch requests a DOI that contains the list separator by itself and finds it."""
    with replay(shapes.crossref(["10.5555/a", "10.5555/b,c"])) as server:
        done = run("crossref", server, tmp_path / "out", ids=["doi:10.5555/b,c", "doi:10.5555/a", "doi:10.5555/d,e"])
        assert [one.path for one in server.got] == ["/works", "/works/10.5555%2Fb%2Cc", "/works/10.5555%2Fd%2Ce"]
    assert (done.checkpoint.records, done.checkpoint.missing) == (2, ["10.5555/d,e"])


def test_semantic_scholar_may_know_no_id_of_list(tmp_path: Path) -> None:
    """Status 400 from Semantic Scholar for a list of unknown IDs is not a failure."""
    with replay(shapes.s2([1])) as server:
        done = run("s2", server, tmp_path / "out", ids=["doi:10.5555/5"])
    assert (done.why, done.checkpoint.missing) == ("complete", ["DOI:10.5555/5"])


def test_oai_accepts_no_results_and_rejects_bad_filter(tmp_path: Path) -> None:
    """An OAI-PMH query without results is complete; a malformed filter raises an error with the format."""
    with replay(shapes.oai([])) as server:
        assert run("arxiv-oai", server, tmp_path / "out").why == "complete"
        with pytest.raises(
            FetchError, match=re.escape("'cs' is not a valid OAI-PMH parameter: expected OAI-PMH parameters")
        ):
            run("arxiv-oai", server, tmp_path / "b", query=Query("cs"))


def test_caller_identity_is_sent_but_not_saved(tmp_path: Path) -> None:
    """The email address and the key reach each service in its own form and are in no file."""
    wanted: dict[str, tuple[dict[str, str], dict[str, str]]] = {
        "openalex": ({"mailto": "ada@example.org", "api_key": "s3cret"}, {}),
        "crossref": ({"mailto": "ada@example.org"}, {"crossref-plus-api-token": "Bearer s3cret"}),
        "s2": ({}, {"x-api-key": "s3cret"}),
        "orcid": ({}, {"authorization": "Bearer s3cret"}),
        "ror": ({}, {"client-id": "s3cret"}),
    }
    for name, (params, headers) in wanted.items():
        with replay(CASES[name][0]) as server:
            caller = Caller("Byline/test", "ada@example.org", "s3cret")
            run(name, server, tmp_path / name, caller=caller, bounds=Bounds(5))
            (got, *_) = server.got
            assert params.items() <= got.query.items(), name
            assert headers.items() <= got.headers.items(), name
            assert got.headers["user-agent"] == "Byline/test (mailto:ada@example.org)"
        written = b"".join(path.read_bytes() for path in (tmp_path / name).iterdir())
        assert b"s3cret" not in written
        assert b"ada@example" not in written


def test_request_rates_respect_published_limits() -> None:
    """No service gets more requests than its published limit, with or without a key and an email address."""
    nobody, known = Caller("a"), Caller("a", "b@example.org", "key")
    found = {name: (one.interval_s(nobody), one.interval_s(known)) for name, one in services().items()}
    least = {
        "arxiv": (3, 3),
        "arxiv-oai": (3, 3),
        "crossref": (1, 1 / 3),
        "datacite": (300 / 500, 300 / 1000),
        "openalex": (0.01, 0.01),
        "orcid": (1 / 24, 1 / 24),
        "ror": (300 / 50, 300 / 2000),
        "s2": (1, 1),
    }
    assert all(found[name] >= least[name] for name in least)
    assert {*found} == {*least}


def test_query_beyond_result_limit_is_rejected(tmp_path: Path) -> None:
    """A query with more results than the service returns fails before writing; a limit makes it valid."""
    with replay(shapes.ror([f"0{number:06d}00" for number in range(10_001)])) as server:
        with pytest.raises(
            FetchError, match=r"ROR finds 10,001 records, but returns at most the first 10,000 of a query\. Narrow"
        ):
            run("ror", server, tmp_path / "out")
        assert run("ror", server, tmp_path / "out", bounds=Bounds(30)).checkpoint.records == 30
