"""What services do that they should not: each is borne, or told in words; never is anything lost or there twice."""

import gzip
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from loaders.fetch.client import Client, RateLimiter, RetryPolicy, retry_after_s
from loaders.fetch.pipeline import Bounds
from loaders.fetch.service import Caller, FetchError, services
from tests.loaders.fetch import shapes
from tests.loaders.fetch.replay import Got, Replay, Reply, replay, said
from tests.loaders.fetch.test_services import ARXIVS, CASES, ORCIDS, QUICK, RORS, run, titles

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


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_borne(fault: str, tmp_path: Path) -> None:
    """A fault at the first answer and two amid the walk cost no record, and each is told."""
    answers, expected = CASES["openalex"]
    heard: list[str] = []
    with replay(answers) as server:
        server.faults.extend([FAULTS[fault], None, FAULTS[fault], FAULTS[fault]])
        assert run("openalex", server, tmp_path / "out", said=heard).why == "whole"
    assert titles("openalex", tmp_path / "out") == expected
    assert len(heard) == 3
    assert all(one.startswith("OpenAlex: ") for one in heard)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_stays_is_told_and_gone_on_after(fault: str, tmp_path: Path) -> None:
    """A fault that stays ends the fetch in words, with what came before kept; the same fetch goes on afterwards."""
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        server.faults.extend([None, *[FAULTS[fault]] * 4])
        with pytest.raises(
            FetchError,
            match=r"http://127.*/works\?.*\(4 attempts\)\. The records fetched so far are kept: run",
        ):
            run("openalex", server, tmp_path / "out")
        assert titles("openalex", tmp_path / "out") == expected[:200]
        assert run("openalex", server, tmp_path / "out").why == "whole"
        assert len(server.got) == 1 + 4 + 3
    assert titles("openalex", tmp_path / "out") == expected


@pytest.mark.parametrize("name", ["arxiv", "arxiv-oai"])
def test_faults_of_xml(name: str, tmp_path: Path) -> None:
    """Half a feed, HTML, another document and one with entities of its own are asked for again."""
    answers, expected = CASES[name]
    entity = b'<!DOCTYPE feed [<!ENTITY x "y">]><feed xmlns="http://www.w3.org/2005/Atom">&x;</feed>'
    with replay(answers) as server:
        server.faults.extend([None, Reply(b"<feed>", kind="text/xml"), Reply(entity, kind="text/xml"), HTML])
        assert run(name, server, tmp_path / "out").why == "whole"
    assert titles(name, tmp_path / "out") == expected


def test_an_empty_page_amid_a_list(tmp_path: Path) -> None:
    """An empty answer in the middle of a list, which arXiv gives under load, is asked for again."""
    for name, empty in {
        "arxiv": Reply(shapes.FEED.format(total=1230, entries="").encode(), kind="application/atom+xml"),
        "orcid": said({"result": None, "num-found": 230}),
        "ror": said({"number_of_results": 230, "items": []}),
    }.items():
        answers, expected = CASES[name]
        with replay(answers) as server:
            server.faults.extend([empty, *([None] * (101 if name == "orcid" else 1)), empty])
            assert run(name, server, tmp_path / name).why == "whole"
        assert titles(name, tmp_path / name) == expected


def _after(said: Callable[[], str]) -> Reply:
    return Reply(status=429, headers={"Retry-After": said()})


@pytest.mark.parametrize(
    "said", [lambda: "1", lambda: format_datetime(datetime.now(UTC) + timedelta(seconds=3), usegmt=True)]
)
def test_retry_after_is_honoured(said: Callable[[], str], tmp_path: Path) -> None:
    """Who asks to wait for a second, or until a moment, is not asked again before."""
    with replay(CASES["openalex"][0]) as server:
        server.faults.append(_after(said))
        run("openalex", server, tmp_path / "out", bounds=Bounds(1))
        first, second, *_ = server.got
    assert 0.9 < second.at - first.at < 10


@pytest.mark.parametrize("said", ["0", "Sun, 06 Nov 1994 08:49:37 GMT", None])
def test_retry_after_never_shortens_the_wait(said: str | None, tmp_path: Path) -> None:
    """Who says that no wait is needed, or until a moment that is over, is asked again as late as who says nothing."""
    patient = RetryPolicy(first_wait_s=0.1, longest_wait_s=0.4, interval_s=0.0, attempts=5)
    fault = Reply(status=503, headers={} if said is None else {"Retry-After": said})
    heard: list[str] = []
    with replay(CASES["openalex"][0]) as server:
        server.faults.extend([fault] * 4)
        run("openalex", server, tmp_path / "out", bounds=Bounds(1), manners=patient, said=heard)
        waits = [later.at - earlier.at for earlier, later in itertools.pairwise(server.got[:5])]
    assert all(wait > least for wait, least in zip(waits, (0.1, 0.2, 0.4, 0.4), strict=True))
    assert all("; retrying (attempt" in one for one in heard)


def test_who_asks_for_too_long_a_wait_is_told(tmp_path: Path) -> None:
    """Who asks to wait for longer than anybody would is not waited for; the message says how long."""
    with replay(CASES["openalex"][0]) as server:
        server.faults.append(_after(lambda: "7200"))
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
def test_both_forms_of_retry_after(said: str | None, seconds: float | None) -> None:
    """Seconds and dates are understood, dates that are over mean now, and what is neither means nothing."""
    assert retry_after_s(said, datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)) == seconds


def test_the_pace_is_kept(tmp_path: Path) -> None:
    """Requests go no more often than the pace says, redirects and repeated ones included."""
    manners = RetryPolicy(first_wait_s=0.001, longest_wait_s=0.002, interval_s=0.2, attempts=4)
    with replay(CASES["openalex"][0]) as server:
        server.faults.extend(
            [Reply(status=500), Reply(status=302, headers={"Location": "/works?cursor=*&per-page=200"})]
        )
        run("openalex", server, tmp_path / "out", manners=manners)
        times = [got.at for got in server.got]
    assert len(times) == 6
    assert times[-1] - times[0] > 0.9  # of 1.0: how long a request is on its way differs


def test_the_pace_is_exact() -> None:
    """Between two goings at least the interval passes."""
    pace = RateLimiter(0.05)
    times: list[float] = []
    for _ in range(4):
        pace.wait()
        times.append(time.monotonic())
    assert all(later - earlier >= 0.0499 for earlier, later in itertools.pairwise(times))


def test_a_service_slows_the_pace() -> None:
    """A limit that an answer states, lower than what was known, slows down; a higher one changes nothing."""
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


def test_slow_answers_are_given_up(tmp_path: Path) -> None:
    """A server that is silent, and one that sends drop by drop, are given up in time and asked again."""
    manners = RetryPolicy(first_wait_s=0.01, interval_s=0.0, attempts=4, silence_s=0.3, answer_s=0.5)
    heard: list[str] = []
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        whole = answers(Got("GET", "/works", {"cursor": "*", "per-page": "200"}, {}, b"", 0))
        server.faults.extend([Reply(wait=1), Reply(whole.body, drip=0.05)])
        run("openalex", server, tmp_path / "out", manners=manners, said=heard)
    assert ["within 0 s" in heard[0], "incomplete after" in heard[1]] == [True, True]
    assert titles("openalex", tmp_path / "out") == expected


def test_a_flood_is_bounded(tmp_path: Path) -> None:
    """An answer that is larger than it may be, or becomes so when it is unpacked, ends the fetch in words."""
    manners = RetryPolicy(first_wait_s=0.01, interval_s=0.0, answer_bytes=1 << 20)
    bomb = Reply(gzip.compress(b" " * (50 << 20)), headers={"Content-Encoding": "gzip"})
    for flood in (bomb, Reply(b" " * (2 << 20))):
        with replay(CASES["openalex"][0]) as server:
            server.faults.append(flood)
            with pytest.raises(FetchError, match="the response exceeds 1 MiB"):
                run("openalex", server, tmp_path / "out", manners=manners)


def test_redirects_stay_in_the_house(tmp_path: Path) -> None:
    """A redirect on the service's host is followed; one to another host, to no address or without end is told."""
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


def test_refusals_are_told_once(tmp_path: Path) -> None:
    """A wrong filter and a wrong key are not asked again; the service's words are told, the key is not."""
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


def test_keys_stay_secret() -> None:
    """A key is not sent where it could be read on the way; what is no address is told."""
    service = services()["openalex"]
    with pytest.raises(FetchError, match=r"is not sent to http://example.org/: the URL is not encrypted"):
        Client(service, Caller("a", None, "s3cret"), "http://example.org", QUICK, print)
    with pytest.raises(FetchError, match="is not a valid URL"):
        Client(service, Caller("a"), "example.org", QUICK, print)


def test_a_cursor_that_was_forgotten(tmp_path: Path) -> None:
    """Where a service forgot the place, the walk begins anew and passes over what is there; twice in a row is told."""
    for name, forgotten in {
        "crossref": Reply(b'{"status":"failed","message":[{"message":"cursor expired"}]}', status=404),
        "arxiv-oai": Reply(shapes.OAI.format(inside=FORGOTTEN).encode(), kind="text/xml"),
    }.items():
        answers, expected = CASES[name]
        with replay(answers) as server:
            run(name, server, tmp_path / name, bounds=Bounds(600))
            server.faults.append(forgotten)
            assert run(name, server, tmp_path / name).why == "whole"
            server.faults.extend([None, forgotten, None, forgotten])
            with pytest.raises(FetchError, match=r"cursor expired|no longer accepts the resumption token"):
                run(name, server, tmp_path / f"{name}-again")
        assert titles(name, tmp_path / name) == expected


def test_a_list_that_shrinks_while_it_is_walked(tmp_path: Path) -> None:
    """Where things go out of a list that is walked by numbers, none behind them is missed, and none is there twice."""
    for name, ids, shape, gone in (
        ("arxiv", list(ARXIVS), shapes.arxiv, slice(10, 13)),
        ("orcid", list(ORCIDS), shapes.orcid, slice(10, 13)),
        ("ror", list(RORS), shapes.ror, slice(3, 5)),
    ):
        answers, left = shape(ids), ids

        def answer(
            got: Got, answers: Callable[[Got], Reply] = answers, ids: list[str] = left, gone: slice = gone
        ) -> Reply:
            reply = answers(got)
            if got.query.get("start") == "0" or got.query.get("page") == "1":
                del ids[gone]
            return reply

        before = list(ids)
        with replay(answer) as server:
            done = run(name, server, tmp_path / name)
        found = titles(name, tmp_path / name)
        assert done.why == "whole"
        assert len(found) == len({*found})
        assert len(found) + len(done.checkpoint.missing) == len(before)
        assert done.checkpoint.repeated > 0


def test_a_list_that_grows_while_it_is_walked(tmp_path: Path) -> None:
    """Where things come in at the front of a list, what is met again is there once."""
    ids = list(RORS)
    answers = shapes.ror(ids)

    def answer(got: Got) -> Reply:
        reply = answers(got)
        if got.query.get("page") == "2":
            ids.insert(0, "0zzzzzz11")
        return reply

    with replay(answer) as server:
        done = run("ror", server, tmp_path / "out")
    assert titles("ror", tmp_path / "out") == [f"Institute {one}" for one in RORS]
    assert done.checkpoint.repeated == 1


def test_bounds_of_time_and_size(tmp_path: Path) -> None:
    """A fetch stops in order at a time or a size, and goes on with the same command."""
    answers, expected = CASES["openalex"]
    with replay(answers) as server:
        assert run("openalex", server, tmp_path / "out", bounds=Bounds(size=10)).why == "size"
        assert titles("openalex", tmp_path / "out") == expected[:200]
        assert run("openalex", server, tmp_path / "out", bounds=Bounds(seconds=0)).why == "time"
        assert run("openalex", server, tmp_path / "out").why == "whole"
    assert titles("openalex", tmp_path / "out") == expected


def test_nobody_is_there(tmp_path: Path) -> None:
    """A service that cannot be reached is told with its address, and no file of records is written."""
    with replay(CASES["openalex"][0]) as server:
        pass
    gone = Replay(CASES["openalex"][0])
    gone.address = server.address
    with pytest.raises(FetchError, match=r"http://127\.0\.0\.1:\d+/works.*the connection failed"):
        run("openalex", gone, tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.gz"))


def test_half_a_sign_is_no_fault(tmp_path: Path) -> None:
    """An answer that a service cut between the halves of a sign is read with U+FFFD there, and not asked for again."""
    page = PAGE + rb'{"id": "https://openalex.org/W1", "title": "a\ud800 b \ud83d\ude00"}]}'
    heard: list[str] = []
    with replay(lambda _: Reply(page)) as server:
        run("openalex", server, tmp_path / "out", said=heard)
    assert titles("openalex", tmp_path / "out") == ["a\ufffd b \U0001f600"]
    assert heard == []
