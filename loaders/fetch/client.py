"""One conversation with a service over HTTP: paced, bounded, tried again where that may help, and told in words.

Redirects are followed within the service's own hosts, never from https to http. Nothing secret stands in a message.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Self
from urllib.parse import quote, urlencode, urljoin

import httpx2
import msgspec
import stamina
from lxml import etree

from loaders.fetch.pace import Pace, retry_after_s
from loaders.fetch.service import BrokenError, Caller, FetchError, ForgottenError, Kept, Page, Request, Service
from loaders.files.encoding import without_half_signs

AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504, *range(520, 530)})
"""Statuses after which the same request may be answered; 520 to 529 are those of a proxy before a service."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
UNKNOWN = frozenset({404, 409, 410})
"""What a service answers about one id that it does not know, that is locked, or that is gone."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
TITLE = re.compile(r"<title[^>]*>\s*(.*?)\s*</title>", re.IGNORECASE | re.DOTALL)
OK, UNCHANGED, BAD, UNAUTHORIZED, FORBIDDEN = 200, 304, 400, 401, 403


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How patient the client is, and what it takes at most; times in seconds."""

    attempts: int = 8
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    patience_s: float = 900.0
    """A service that asks to wait for longer is not waited for."""
    silence_s: float = 60.0
    answer_s: float = 300.0
    answer_bytes: int = 128 << 20
    redirects: int = 5
    interval_s: float | None = None
    """Least time between requests, where not the service's own."""


class Answer(NamedTuple):
    """What came: None for a page that has not changed since it was kept; its validators; bytes as they came."""

    page: Page | None
    kept: Kept
    size: int


class _AgainError(Exception):
    """A request failed in a way that may pass; `after_s` is how long the service asks to wait."""

    def __init__(self, said: str, after_s: float | None = None) -> None:
        super().__init__(said)
        self.after_s = after_s


class Client:
    """A client of one service. `say` is told of each wait, in words."""

    def __init__(
        self, service: Service, caller: Caller, address: str | None, manners: Manners, say: Callable[[str], None]
    ) -> None:
        self._service, self._caller, self._manners, self._say = service, caller, manners, say
        self._is_xml = "xml" in service.accept
        self._base = httpx2.URL((address or service.address).rstrip("/") + "/")
        if not (self._base.scheme in ("http", "https") and self._base.host):
            raise FetchError(f"{address} is no address: one looks like https://api.example.org.")
        if caller.key and self._base.scheme == "http" and self._base.host not in LOOPBACK:
            raise FetchError(
                f"The key of {service.title} is not sent to {self._base}: that is not encrypted. Use https."
            )
        self._hosts = (self._base.host,) if address else service.hosts
        own = service.interval_s(caller)
        self._pace = Pace(own if manners.interval_s is None else manners.interval_s)
        self._http = httpx2.Client(
            headers={
                "User-Agent": f"{caller.agent} (mailto:{caller.contact})" if caller.contact else caller.agent,
                "Accept": service.accept,
                **service.headers(caller),
            },
            timeout=httpx2.Timeout(manners.silence_s, connect=min(30.0, manners.silence_s)),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def ask(self, request: Request, kept: Kept | None = None) -> Answer:
        """Return what a service answers, None for the page where it has not changed since it was kept.

        Raises FetchError where it refuses, or fails time after time, and ForgottenError where it has lost the place.
        """
        manners = self._manners
        tried = 0

        def may_pass(error: Exception) -> bool | float:
            if not isinstance(error, _AgainError):
                return False
            ours = min(manners.longest_wait_s, manners.first_wait_s * 2 ** (tried - 1))
            longer = error.after_s if error.after_s is not None and error.after_s > ours else None
            if tried < manners.attempts:
                waits = "is asked again" if longer is None else f"asked to wait {longer:.0f} s"
                self._say(f"{self._service.title}: {error}; {waits} (try {tried} of {manners.attempts}).")
            return longer or True  # a service that says 0 is not asked sooner: our own wait grows with each try

        try:
            for attempt in stamina.retry_context(
                on=may_pass,
                attempts=manners.attempts,
                timeout=None,
                wait_initial=manners.first_wait_s,
                wait_max=manners.longest_wait_s,
                wait_jitter=manners.first_wait_s,
            ):
                with attempt:
                    tried += 1
                    return self._once(request, kept)
        except _AgainError as error:
            raise FetchError(
                f"{self._shown(request)}: {error}, in {tried} tries. What came before is kept: "
                "run the same command again later to go on."
            ) from None
        raise AssertionError  # pragma: no cover - the last attempt returns or raises

    def _once(self, request: Request, kept: Kept | None) -> Answer:
        shown = self._shown(request)
        try:
            response, body = self._body(request, kept)
        except httpx2.TimeoutException:
            raise _AgainError(f"no answer within {self._manners.silence_s:.0f} s") from None
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            raise _AgainError(f"the connection failed ({str(error) or type(error).__name__})") from None
        status = response.status_code
        validators = Kept(response.headers.get("etag"), response.headers.get("last-modified"))
        if status == UNCHANGED and kept:
            return Answer(None, kept, 0)
        if status in AGAIN:
            after = retry_after_s(response.headers.get("retry-after"))
            if after is not None and after > self._manners.patience_s:
                raise FetchError(
                    f"{shown}: answered {status} and asks to wait {after / 60:,.0f} minutes. What came before is kept: "
                    "run the same command again then."
                )
            raise _AgainError(f"answered {status}", after)
        if status != OK:
            return self._refused(request, status, body)
        self._check_kind(response, body)
        try:
            page = self._service.read(body if self._is_xml else without_half_signs(body), request)
        except BrokenError as error:
            raise _AgainError(str(error)) from None
        except (ValueError, etree.XMLSyntaxError) as error:  # msgspec's errors and bad UTF-8 are ValueErrors too
            raise _AgainError(f"the answer is broken ({error})") from None
        return Answer(page, validators, len(body))

    def _refused(self, request: Request, status: int, body: bytes) -> Answer:
        """Tell what a refusal means: that ids are not known, that the place was lost, or a mistake."""
        if request.ids and status in UNKNOWN and len(request.ids) == 1:
            return Answer(Page(missing=request.ids), Kept(), len(body))
        if request.ids and self._service.nothing and self._service.nothing in body:
            return Answer(Page(missing=request.ids), Kept(), len(body))
        said = f"{self._shown(request)}: answered {status}: {self._words(body)}"
        if status in (UNAUTHORIZED, FORBIDDEN):
            setting = f"Set {self._service.key} to a valid key." if self._service.key else "It may block this address."
            raise FetchError(f"{said} {setting}")
        if request.later and status in (BAD, *UNKNOWN):
            raise ForgottenError(said)
        raise FetchError(f"{said} Correct the filter or the ids; its terms: {self._service.docs}")

    def _check_kind(self, response: httpx2.Response, body: bytes) -> None:
        """Raise _AgainError where an answer is of another kind than was asked for, such as a page that says sorry."""
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        expected = "xml" if self._is_xml else "json"
        if kind and expected not in kind and "octet-stream" not in kind and kind != "text/plain":
            raise _AgainError(f"expected {expected.upper()}, came {kind}: {self._words(body)}")

    def _body(self, request: Request, kept: Kept | None) -> tuple[httpx2.Response, bytes]:
        """Return the last answer after redirects with its body, unpacked. Raises _AgainError, FetchError."""
        secret = self._service.params(self._caller)
        url = httpx2.URL(self._url(request, (*request.params, *secret.items())))
        headers: Mapping[str, str] = {}
        if kept:
            wanted = {"If-None-Match": kept.etag, "If-Modified-Since": kept.modified}
            headers = {name: said for name, said in wanted.items() if said}
        for _ in range(self._manners.redirects + 1):
            self._pace.wait()
            method, json = ("POST", {"ids": list(request.ids)}) if request.post else ("GET", None)
            with self._http.stream(method, url, headers=headers, json=json) as response:
                self._pace.told(response.headers)
                if response.status_code not in REDIRECTS:
                    return response, self._bounded(response)
                url = self._redirected(url, response)
        raise FetchError(f"{self._shown(request)}: over {self._manners.redirects} redirects. Try again later.")

    def _bounded(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        until = time.monotonic() + self._manners.answer_s
        for piece in response.iter_bytes():
            body += piece
            if len(body) > self._manners.answer_bytes:
                most = self._manners.answer_bytes >> 20
                raise FetchError(f"{self._bare(response.url)}: an answer of over {most} MiB. Ask for less at a time.")
            if time.monotonic() > until:
                raise _AgainError(f"an answer that was not there whole after {self._manners.answer_s:.0f} s")
        return bytes(body)

    def _redirected(self, url: httpx2.URL, response: httpx2.Response) -> httpx2.URL:
        """Return where a redirect leads. Raises FetchError where that is another's host, or no longer encrypted."""
        try:
            target = httpx2.URL(urljoin(str(url), response.headers.get("location", "")))
        except (httpx2.InvalidURL, ValueError):
            raise FetchError(f"{self._bare(url)}: redirects to what is no address.") from None
        known = any(target.host == host or target.host.endswith(f".{host}") for host in self._hosts)
        if not known or target.scheme not in ("http", "https") or (url.scheme == "https") > (target.scheme == "https"):
            raise FetchError(
                f"{self._bare(url)}: redirects to {self._bare(target)}, which is not followed: it is not one of "
                f"{', '.join(self._hosts)}, or not encrypted. If the service has moved, say where with --address."
            )
        return target

    def _url(self, request: Request, params: tuple[tuple[str, str], ...]) -> str:
        asked = urlencode(params, quote_via=quote, safe=":*,|")
        return str(self._base) + request.path.lstrip("/") + (f"?{asked}" if asked else "")

    def _shown(self, request: Request) -> str:
        """How messages name a request: long lists are cut, and nothing secret was ever in it."""
        shown = self._url(request, request.params)
        return shown if len(shown) <= LONG else f"{shown[:LONG]}..."

    def _words(self, body: bytes) -> str:
        """Return what an answer says, without the key, should it repeat that."""
        said = words(body)
        return said.replace(self._caller.key, "...") if self._caller.key else said

    @staticmethod
    def _bare(url: httpx2.URL) -> str:
        return f"{url.scheme}://{url.netloc.decode('ascii', 'replace').rpartition('@')[2]}{url.path}"


LONG = 160


def words(body: bytes) -> str:
    """Return what an answer that is none says, in a line: a JSON message, the title of a page, or its beginning."""
    text = body[:4096].decode("utf-8", "replace")
    with suppress(ValueError):
        said = msgspec.json.decode(body, type=dict[str, object])
        text = next(
            (str(said[name]) for name in ("message", "error", "errors", "developer-message") if said.get(name)), text
        )
    if title := TITLE.search(text):
        text = title[1]
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return (text if len(text) <= LONG else f"{text[:LONG]}...") or "nothing else"
