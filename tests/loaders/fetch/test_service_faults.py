"""Service faults: a fetch recovers or reports them, and never loses or repeats a record."""

import gzip
import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from loaders.fetch.client import Client, RateLimiter, RetryPolicy, retry_after_s
from loaders.fetch.pipeline import Bounds
from loaders.fetch.service import Caller, FetchError, services
from tests.loaders.fetch import synthetic_services as shapes
from tests.loaders.fetch.replay import ReceivedRequest, ReplayServer, Reply, json_reply, replay
from tests.loaders.fetch.test_services import ARXIVS, CASES, ORCIDS, QUICK, RORS, run, titles
from tests.tiers import sampled_cases

FORGOTTEN = '<error code="badResumptionToken"/>'
HTML = Reply(b"<!doctype html><html><title>Sorry, we  are away</title></html>", kind="text/html")
PAGE = b'{"meta": {"count": 3, "next_cursor": null}, "results": ['
FAULTS: dict[str, Reply] = {
    "429": Reply(b"slow down", status=429, kind="text/plain"),
    "429 in a moment": Reply(status=429, headers={"Retry-After": "0"}),
    "500": Reply(b"oops", status=500),
    "502": Reply(status=502),
    "503 with words": Reply(b"<html>away</html>", status=503, kind="text/html", headers={"Retry-After": "0"}),
    "a proxy's status": Reply(status=524),
    "half an answer": Reply(PAGE * 50, cut=100),
    "an answer without an end": Reply(PAGE),
    "HTML for JSON": HTML,
    "HTML called JSON": Reply(HTML.body),
    "another JSON": Reply(b'{"ok": true}'),
    "no UTF-8": Reply(PAGE + b'{"id": "\xff"}]}'),
    "nothing at all": Reply(b""),
    "a nest": Reply(b"[" * 100_000),
    "torn compression": Reply(gzip.compress(PAGE)[:20], headers={"Content-Encoding": "gzip"}),
    "hung up": Reply(b"x" * 10, cut=0),
}


@pytest.mark.parametrize("fault", sampled_cases(FAULTS, 4, evenly_spaced=True))
def test_fetch_recovers_from_temporary_fault(fault: str, tmp_path: Path) -> None:
    """A fault in the first response and two later faults lose no record, and the fetch reports each fault."""
    answers, expected = CASES["openalex"]
    heard: list[str] = []
    with replay(answers) as server:
        server.faults.extend([FAULTS[fault], None, FAULTS[fault], FAULTS[fault]])
        assert run("openalex", server, tmp_path / "out", said=heard).why == "complete"
    assert titles("openalex", tmp_path / "out") == expected
    assert len(heard) == 3
    assert all(one.startswith("OpenAlex: ") for one in heard)


@pytest.mark.parametrize("fault", sampled_cases(FAULTS, 4, evenly_spaced=True))
def test_permanent_fault_ends_fetch_that_can_resume(fault: str, tmp_path: Path) -> None:
    """A permanent fault ends the fetch with an error and saves the earlier records; a later fetch resumes."""
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        server.faults.extend([None, *[FAULTS[fault]] * 4])
        with pytest.raises(
            FetchError,
            match=r"http://127.*/works\?.*\(4 attempts\)\. The records fetched so far are kept: run",
        ):
            run("openalex", server, tmp_path / "out")
        assert titles("openalex", tmp_path / "out") == expected[:200]
        assert run("openalex", server, tmp_path / "out").why == "complete"
        assert len(server.got) == 1 + 4 + 3
    assert titles("openalex", tmp_path / "out") == expected


@pytest.mark.parametrize("name", ["arxiv", "arxiv-oai"])
def test_invalid_xml_is_requested_again(name: str, tmp_path: Path) -> None:
    """The fetch requests a truncated feed, HTML, another document and custom XML entities again."""
    answers, expected = CASES[name]
    entity = b'<!DOCTYPE feed [<!ENTITY x "y">]><feed xmlns="http://www.w3.org/2005/Atom">&x;</feed>'
    with replay(answers) as server:
        server.faults.extend([None, Reply(b"<feed>", kind="text/xml"), Reply(entity, kind="text/xml"), HTML])
        assert run(name, server, tmp_path / "out").why == "complete"
    assert titles(name, tmp_path / "out") == expected


@pytest.mark.full
def test_empty_page_within_list_is_requested_again(tmp_path: Path) -> None:
    """The fetch requests an empty page in the middle of a list again, as arXiv sends one under load."""
    for name, empty in {
        "arxiv": Reply(shapes.FEED.format(total=1230, entries="").encode(), kind="application/atom+xml"),
        "orcid": json_reply({"result": None, "num-found": 230}),
        "ror": json_reply({"number_of_results": 230, "items": []}),
    }.items():
        answers, expected = CASES[name]
        with replay(answers) as server:
            server.faults.extend([empty, *([None] * (101 if name == "orcid" else 1)), empty])
            assert run(name, server, tmp_path / name).why == "complete"
        assert titles(name, tmp_path / name) == expected


def _retry_after_reply(said: Callable[[], str]) -> Reply:
    """Return a reply with status 429 and a Retry-After header."""
    return Reply(status=429, headers={"Retry-After": said()})


@pytest.mark.parametrize(
    "said", [lambda: "1", lambda: format_datetime(datetime.now(UTC) + timedelta(seconds=3), usegmt=True)]
)
def test_retry_after_header_is_honored(said: Callable[[], str], tmp_path: Path) -> None:
    """The fetch waits for the seconds or until the date of Retry-After."""
    with replay(CASES["openalex"][0]) as server:
        server.faults.append(_retry_after_reply(said))
        run("openalex", server, tmp_path / "out", bounds=Bounds(1))
        first, second, *_ = server.got
    assert 0.9 < second.at - first.at < 10


@pytest.mark.full
@pytest.mark.parametrize("said", ["0", "Sun, 06 Nov 1994 08:49:37 GMT", None])
def test_retry_after_does_not_shorten_wait(said: str | None, tmp_path: Path) -> None:
    """A Retry-After of zero or in the past leaves the wait as long as without the header."""
    patient = RetryPolicy(first_wait_s=0.1, longest_wait_s=0.4, interval_s=0.0, attempts=5)
    fault = Reply(status=503, headers={} if said is None else {"Retry-After": said})
    heard: list[str] = []
    with replay(CASES["openalex"][0]) as server:
        server.faults.extend([fault] * 4)
        run("openalex", server, tmp_path / "out", bounds=Bounds(1), manners=patient, said=heard)
        waits = [later.at - earlier.at for earlier, later in itertools.pairwise(server.got[:5])]
    assert all(wait > least for wait, least in zip(waits, (0.1, 0.2, 0.4, 0.4), strict=True))
    assert all("; retrying (attempt" in one for one in heard)


def test_excessive_retry_after_raises_error(tmp_path: Path) -> None:
    """A Retry-After beyond the limit ends the fetch with an error that states the requested wait."""
    with replay(CASES["openalex"][0]) as server:
        server.faults.append(_retry_after_reply(lambda: "7200"))
        with pytest.raises(FetchError, match="returned status 429 and asks to wait 120 minutes"):
            run("openalex", server, tmp_path / "out")
        assert len(server.got) == 1


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
        ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_accepts_seconds_and_dates(said: str | None, seconds: float | None) -> None:
    """The parser reads seconds and dates, takes past dates as zero, and returns null for other values."""
    assert retry_after_s(said, datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)) == seconds


def test_requests_respect_rate_limit(tmp_path: Path) -> None:
    """Requests respect the minimum interval, including redirects and retries."""
    manners = RetryPolicy(first_wait_s=0.001, longest_wait_s=0.002, interval_s=0.2, attempts=4)
    with replay(CASES["openalex"][0]) as server:
        server.faults.extend(
            [Reply(status=500), Reply(status=302, headers={"Location": "/works?cursor=*&per-page=200"})]
        )
        run("openalex", server, tmp_path / "out", manners=manners)
        times = [got.at for got in server.got]
    assert len(times) == 6
    assert times[-1] - times[0] > 0.9  # of 1.0: how long a request is on its way differs


def test_rate_limiter_waits_full_interval() -> None:
    """The rate limiter lets at least the interval pass between two requests."""
    pace = RateLimiter(0.05)
    times: list[float] = []
    for _ in range(4):
        pace.wait()
        times.append(time.monotonic())
    assert all(later - earlier >= 0.0499 for earlier, later in itertools.pairwise(times))


def test_response_headers_lower_rate_limit() -> None:
    """A response header can lower the request rate, but a higher limit changes nothing."""
    pace = RateLimiter(0.01)
    pace.apply_response_limits({"x-rate-limit-limit": "1000", "x-rate-limit-interval": "1s"})
    began = time.monotonic()
    pace.wait()
    pace.wait()
    assert time.monotonic() - began < 0.1
    pace.apply_response_limits({"x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"})
    pace.wait()
    began = time.monotonic()
    pace.wait()
    assert time.monotonic() - began > 0.15


def test_slow_responses_time_out_and_are_retried(tmp_path: Path) -> None:
    """The fetch times out on a silent server and on a very slow response, and retries both."""
    manners = RetryPolicy(first_wait_s=0.01, interval_s=0.0, attempts=4, silence_s=0.3, answer_s=0.5)
    heard: list[str] = []
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        whole = answers(ReceivedRequest("GET", "/works", {"cursor": "*", "per-page": "200"}, {}, b"", 0))
        server.faults.extend([Reply(wait=1), Reply(whole.body, drip=0.05)])
        run("openalex", server, tmp_path / "out", manners=manners, said=heard)
    assert ["within 0 s" in heard[0], "incomplete after" in heard[1]] == [True, True]
    assert titles("openalex", tmp_path / "out") == expected


def test_oversized_response_raises_error(tmp_path: Path) -> None:
    """A response that exceeds the size limit, before or after decompression, ends the fetch with an error."""
    manners = RetryPolicy(first_wait_s=0.01, interval_s=0.0, answer_bytes=1 << 20)
    bomb = Reply(gzip.compress(b" " * (50 << 20)), headers={"Content-Encoding": "gzip"})
    for flood in (bomb, Reply(b" " * (2 << 20))):
        with replay(CASES["openalex"][0]) as server:
            server.faults.append(flood)
            with pytest.raises(FetchError, match="the response exceeds 1 MiB"):
                run("openalex", server, tmp_path / "out", manners=manners)


def test_redirects_to_other_hosts_are_rejected(tmp_path: Path) -> None:
    """The fetch follows redirects on the same host and rejects other hosts, invalid URLs and endless redirects."""
    here = Reply(status=307, headers={"Location": "/works?cursor=*&per-page=200"})
    with replay(CASES["openalex"][0]) as server:
        server.faults.append(here)
        assert run("openalex", server, tmp_path / "out").checkpoint.records == 450
        for target, told in (
            (
                "http://localhost/works",
                "redirects to http://localhost/works, which is not (?:one of|a valid)|which is not",
            ),
            ("file:///etc/passwd", "which is not (?:one of|a valid)|which is not"),
            ("https://openalex.org.example/x", "which is not (?:one of|a valid)|which is not"),
            ("http://[", "redirects to an invalid URL|which is not (?:one of|a valid)|which is not"),
        ):
            server.faults.append(Reply(status=302, headers={"Location": target}))
            with pytest.raises(FetchError, match=told):
                run("openalex", server, tmp_path / "b")
        server.faults.extend([here] * 9)
        with pytest.raises(FetchError, match="over 5 redirects"):
            run("openalex", server, tmp_path / "b")


def test_keys_are_not_sent_to_another_port(tmp_path: Path) -> None:
    """A redirect to another port of the host is followed without the key; the origin of the service gets the key."""
    answers, _ = CASES["s2"]
    with replay(answers) as server, replay(answers) as other:
        server.faults.append(Reply(status=307, headers={"Location": f"{other.address}/graph/v1/paper/search/bulk"}))
        with suppress(FetchError):  # the other server need not know the request
            run("s2", server, tmp_path / "out", caller=Caller("a", None, "s3cret"))
        assert {name.lower(): value for name, value in server.got[0].headers.items()}["x-api-key"] == "s3cret"
        assert other.got
        assert all("s3cret" not in value for request in other.got for value in request.headers.values())


def test_client_errors_are_not_retried(tmp_path: Path) -> None:
    """The fetch does not retry a wrong filter or key; the error quotes the service but not the key."""
    words = b'{"error": "Invalid query parameters", "message": "no filter api_key=s3cret"}'
    with replay(CASES["openalex"][0]) as server:
        for status, told in (
            (400, r"returned status 400: no filter api_key=\.\.\. Correct the filter"),
            (403, "BYLINE_OPENALEX"),
        ):
            server.faults.append(Reply(words, status=status))
            with pytest.raises(FetchError, match=told) as raised:
                run("openalex", server, tmp_path / "out", caller=Caller("a", None, "s3cret"))
            assert "s3cret" not in str(raised.value)
        assert len(server.got) == 2


def test_api_key_requires_encrypted_url() -> None:
    """The client does not send a key over an unencrypted URL, and rejects an invalid URL."""
    service = services()["openalex"]
    with pytest.raises(FetchError, match=r"is not sent to http://example.org/: the URL is not encrypted"):
        Client(service, Caller("a", None, "s3cret"), "http://example.org", QUICK, print)
    with pytest.raises(FetchError, match="is not a valid URL"):
        Client(service, Caller("a"), "example.org", QUICK, print)


def test_expired_cursor_restarts_fetch(tmp_path: Path) -> None:
    """After an expired cursor the fetch restarts and skips known records; a second expiry in a row is an error."""
    for name, forgotten in {
        "crossref": Reply(b'{"status":"failed","message":[{"message":"cursor expired"}]}', status=404),
        "arxiv-oai": Reply(shapes.OAI.format(inside=FORGOTTEN).encode(), kind="text/xml"),
    }.items():
        answers, expected = CASES[name]
        with replay(answers) as server:
            run(name, server, tmp_path / name, bounds=Bounds(600))
            server.faults.append(forgotten)
            assert run(name, server, tmp_path / name).why == "complete"
            server.faults.extend([None, forgotten, None, forgotten])
            with pytest.raises(FetchError, match=r"cursor expired|no longer accepts the resumption token"):
                run(name, server, tmp_path / f"{name}-again")
        assert titles(name, tmp_path / name) == expected


@pytest.mark.full
def test_shrinking_list_loses_no_record(tmp_path: Path) -> None:
    """If records leave a numbered list during the fetch, no later record is missing or repeated."""
    for name, ids, shape, gone in (
        ("arxiv", list(ARXIVS), shapes.arxiv, slice(10, 13)),
        ("orcid", list(ORCIDS), shapes.orcid, slice(10, 13)),
        ("ror", list(RORS), shapes.ror, slice(3, 5)),
    ):
        answers, left = shape(ids), ids

        def answer(
            got: ReceivedRequest,
            answers: Callable[[ReceivedRequest], Reply] = answers,
            ids: list[str] = left,
            gone: slice = gone,
        ) -> Reply:
            reply = answers(got)
            if got.query.get("start") == "0" or got.query.get("page") == "1":
                del ids[gone]
            return reply

        before = list(ids)
        with replay(answer) as server:
            done = run(name, server, tmp_path / name)
        found = titles(name, tmp_path / name)
        assert done.why == "complete"
        assert len(found) == len({*found})
        assert len(found) + len(done.checkpoint.missing) == len(before)
        assert done.checkpoint.repeated > 0


def test_growing_list_repeats_no_record(tmp_path: Path) -> None:
    """If records enter at the front of a list during the fetch, each record is saved once."""
    ids = list(RORS)
    answers = shapes.ror(ids)

    def answer(got: ReceivedRequest) -> Reply:
        reply = answers(got)
        if got.query.get("page") == "2":
            ids.insert(0, "0zzzzzz11")
        return reply

    with replay(answer) as server:
        done = run("ror", server, tmp_path / "out")
    assert titles("ror", tmp_path / "out") == [f"Institute {one}" for one in RORS]
    assert done.checkpoint.repeated == 1


def test_fetch_stops_at_time_and_size_limits(tmp_path: Path) -> None:
    """A fetch stops at a time or size limit, and the same command resumes it."""
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        assert run("openalex", server, tmp_path / "out", bounds=Bounds(size=10)).why == "size"
        assert titles("openalex", tmp_path / "out") == expected[:200]
        assert run("openalex", server, tmp_path / "out", bounds=Bounds(seconds=0)).why == "time"
        assert run("openalex", server, tmp_path / "out").why == "complete"
    assert titles("openalex", tmp_path / "out") == expected


def test_unreachable_service_raises_error(tmp_path: Path) -> None:
    """The error names the address of an unreachable service, and the fetch writes no records file."""
    with replay(CASES["openalex"][0]) as server:
        pass
    gone = ReplayServer(CASES["openalex"][0])
    gone.address = server.address
    with pytest.raises(FetchError, match=r"http://127\.0\.0\.1:\d+/works.*the connection failed"):
        run("openalex", gone, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.gz"))


def test_unpaired_surrogate_is_replaced_without_retry(tmp_path: Path) -> None:
    """The fetch replaces an unpaired surrogate in a response with U+FFFD and does not retry."""
    page = PAGE + rb'{"id": "https://openalex.org/W1", "title": "a\ud800 b \ud83d\ude00"}]}'
    heard: list[str] = []
    with replay(lambda _: Reply(page)) as server:
        run("openalex", server, tmp_path / "out", said=heard)
    assert titles("openalex", tmp_path / "out") == ["a\ufffd b \U0001f600"]
    assert heard == []
