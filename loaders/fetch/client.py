"""HTTP client of a service: rate-limited, size-limited, with retries and readable error messages.

Redirects are followed only within the hosts of the service, and never from https to http. The key in a header goes only
to the origin of the service. Messages contain no secrets.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Self
from urllib.parse import quote, urlencode, urljoin

import httpx2
import msgspec
import stamina
from lxml import etree

from loaders.fetch.service import (
    CacheValidators,
    Caller,
    CursorExpiredError,
    FetchError,
    InvalidResponseError,
    Page,
    Request,
    Service,
)
from loaders.formats.encoding import replace_lone_surrogates

WINDOW = re.compile(r"^(\d+)\s*s?$")


class RateLimiter:
    """Delays each request until the minimum interval since the previous request has passed."""

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._next = 0.0

    def wait(self) -> None:
        """Wait until the next request may be sent."""
        ahead = self._next - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        self._next = time.monotonic() + self._interval_s

    def apply_response_limits(self, headers: Mapping[str, str]) -> None:
        """Increase the interval if the response headers allow fewer requests (`X-Rate-Limit-Limit`,
        `X-Rate-Limit-Interval`).
        """
        limit = headers.get("x-rate-limit-limit", "")
        window = WINDOW.match(headers.get("x-rate-limit-interval", ""))
        if limit.isascii() and limit.isdigit() and int(limit) and window and self._interval_s:
            self._interval_s = max(self._interval_s, int(window[1]) / int(limit))


def retry_after_s(header: str | None, now: datetime | None = None) -> float | None:
    """Return the wait in seconds that a `Retry-After` header requests, as seconds or as a date, if it is valid."""
    if not header:
        return None
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    until = until.replace(tzinfo=UTC) if until.tzinfo is None else until
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


RETRIED_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504, *range(520, 530)})
"""Status codes after which a request is retried; 520 to 529 are those of a proxy in front of a service."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
UNKNOWN_STATUSES = frozenset({404, 409, 410})
"""Status codes for an ID that is unknown, locked or deleted."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
TITLE = re.compile(r"<title[^>]*>\s*(.*?)\s*</title>", re.IGNORECASE | re.DOTALL)
OK, UNCHANGED, BAD, UNAUTHORIZED, FORBIDDEN = 200, 304, 400, 401, 403


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Retries, timeouts and size limits; times in seconds.

    Attributes:
        attempts: Maximum number of attempts per request.
        first_wait_s: Wait before the second attempt; it doubles with each attempt.
        longest_wait_s: Maximum wait between two attempts.
        silence_s: Timeout for connecting and for each read.
        answer_s: Maximum time for receiving a response.
        answer_bytes: Maximum size of a response, decompressed.
        redirects: Maximum number of redirects per request.
    """

    attempts: int = 8
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    patience_s: float = 900.0
    """If a service asks to wait longer than this, the fetch ends."""
    silence_s: float = 60.0
    answer_s: float = 300.0
    answer_bytes: int = 128 << 20
    redirects: int = 5
    interval_s: float | None = None
    """Minimum time between requests; None for the service's own."""


class Answer(NamedTuple):
    """A response: the page, or None if it has not changed; its cache validators; its size in bytes."""

    page: Page | None
    validators: CacheValidators
    size: int


class _RetryableError(Exception):
    """A request failed, and a retry may succeed. `after_s` is the wait that the service requests."""

    def __init__(self, message: str, after_s: float | None = None) -> None:
        super().__init__(message)
        self.after_s = after_s


class Client:
    """A client of one service. It calls `say` with a message before each wait."""

    def __init__(
        self, service: Service, caller: Caller, address: str | None, policy: RetryPolicy, say: Callable[[str], None]
    ) -> None:
        self._service, self._caller, self._policy, self._say = service, caller, policy, say
        self._is_xml = "xml" in service.accept
        self._base = httpx2.URL((address or service.address).rstrip("/") + "/")
        if not (self._base.scheme in ("http", "https") and self._base.host):
            raise FetchError(f"{address} is not a valid URL: expected one such as https://api.example.org.")
        if caller.key and self._base.scheme == "http" and self._base.host not in LOOPBACK:
            raise FetchError(
                f"The key of {service.title} is not sent to {self._base}: the URL is not encrypted. Use https."
            )
        self._hosts = (self._base.host,) if address else service.hosts
        service_interval_s = service.interval_s(caller)
        self._rate_limiter = RateLimiter(service_interval_s if policy.interval_s is None else policy.interval_s)
        self._http = httpx2.Client(
            headers={
                "User-Agent": f"{caller.agent} (mailto:{caller.contact})" if caller.contact else caller.agent,
                "Accept": service.accept,
            },
            timeout=httpx2.Timeout(policy.silence_s, connect=min(30.0, policy.silence_s)),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def send(self, request: Request, known_validators: CacheValidators | None = None) -> Answer:
        """Return the response of a service; its page is None if it has not changed since `known_validators`.

        Raises:
            FetchError: The service rejected the request, or all attempts failed.
            CursorExpiredError: The service no longer accepts the cursor in the request.
        """
        policy = self._policy
        tried = 0

        def may_pass(error: Exception) -> bool | float:
            if not isinstance(error, _RetryableError):
                return False
            own_wait_s = min(policy.longest_wait_s, policy.first_wait_s * 2 ** (tried - 1))
            longer = error.after_s if error.after_s is not None and error.after_s > own_wait_s else None
            if tried < policy.attempts:
                waits = "retrying" if longer is None else f"waiting {longer:.0f} s as requested"
                self._say(f"{self._service.title}: {error}; {waits} (attempt {tried} of {policy.attempts}).")
            return longer or True  # Retry-After: 0 does not shorten our wait, which grows with each attempt

        try:
            for attempt in stamina.retry_context(
                on=may_pass,
                attempts=policy.attempts,
                timeout=None,
                wait_initial=policy.first_wait_s,
                wait_max=policy.longest_wait_s,
                wait_jitter=policy.first_wait_s,
            ):
                with attempt:
                    tried += 1
                    return self._send_once(request, known_validators)
        except _RetryableError as error:
            raise FetchError(
                f"{self._display_request(request)}: {error} ({tried} attempts). The records fetched so far are kept: "
                "run the same command again later to resume."
            ) from None
        raise AssertionError  # pragma: no cover - the last attempt returns or raises

    def _send_once(self, request: Request, known_validators: CacheValidators | None) -> Answer:
        request_text = self._display_request(request)
        try:
            response, body = self._final_response(request, known_validators)
        except httpx2.TimeoutException:
            raise _RetryableError(f"no response within {self._policy.silence_s:.0f} s") from None
        except (httpx2.RequestError, httpx2.InvalidURL) as error:
            raise _RetryableError(f"the connection failed ({str(error) or type(error).__name__})") from None
        status = response.status_code
        validators = CacheValidators(response.headers.get("etag"), response.headers.get("last-modified"))
        if status == UNCHANGED and known_validators:
            return Answer(None, known_validators, 0)
        if status in RETRIED_STATUSES:
            after = retry_after_s(response.headers.get("retry-after"))
            if after is not None and after > self._policy.patience_s:
                raise FetchError(
                    f"{request_text}: returned status {status} and asks to wait {after / 60:,.0f} minutes. The records "
                    "fetched so far are kept: run the same command again after that time."
                )
            raise _RetryableError(f"returned status {status}", after)
        if status != OK:
            return self._handle_error_status(request, status, body)
        self._check_kind(response, body)
        try:
            page = self._service.read(body if self._is_xml else replace_lone_surrogates(body), request)
        except InvalidResponseError as error:
            raise _RetryableError(str(error)) from None
        except (ValueError, etree.XMLSyntaxError) as error:  # errors of msgspec and UTF-8 are ValueErrors, too
            raise _RetryableError(f"the response is invalid ({error})") from None
        return Answer(page, validators, len(body))

    def _handle_error_status(self, request: Request, status: int, body: bytes) -> Answer:
        """Handle an error status: return a page with the unknown IDs, or raise the error for an expired cursor or bad
        request.
        """
        if request.ids and status in UNKNOWN_STATUSES and len(request.ids) == 1:
            return Answer(Page(missing=request.ids), CacheValidators(), len(body))
        if request.ids and self._service.nothing and self._service.nothing in body:
            return Answer(Page(missing=request.ids), CacheValidators(), len(body))
        message = f"{self._display_request(request)}: returned status {status}: {self._error_message(body)}"
        if status in (UNAUTHORIZED, FORBIDDEN):
            setting = f"Set {self._service.key} to a valid key." if self._service.key else "It may block this machine."
            raise FetchError(f"{message} {setting}")
        if request.later and status in (BAD, *UNKNOWN_STATUSES):
            raise CursorExpiredError(message)
        raise FetchError(f"{message} Correct the filter or the IDs; see {self._service.docs}")

    def _check_kind(self, response: httpx2.Response, body: bytes) -> None:
        """Raise _RetryableError if the content type of a response is unexpected, such as an HTML error page."""
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        expected = "xml" if self._is_xml else "json"
        if kind and expected not in kind and "octet-stream" not in kind and kind != "text/plain":
            raise _RetryableError(f"expected {expected.upper()}, received {kind}: {self._error_message(body)}")

    def _final_response(
        self, request: Request, known_validators: CacheValidators | None
    ) -> tuple[httpx2.Response, bytes]:
        """Return the last response after redirects, with its decompressed body. Raises _RetryableError or
        FetchError.
        """
        secret = self._service.params(self._caller)
        url = httpx2.URL(self._url(request, (*request.params, *secret.items())))
        headers: Mapping[str, str] = {}
        if known_validators:
            conditions = {"If-None-Match": known_validators.etag, "If-Modified-Since": known_validators.modified}
            headers = {name: value for name, value in conditions.items() if value}
        for _ in range(self._policy.redirects + 1):
            self._rate_limiter.wait()
            method, json = ("POST", {"ids": list(request.ids)}) if request.post else ("GET", None)
            with self._http.stream(method, url, headers={**headers, **self._key_headers(url)}, json=json) as response:
                self._rate_limiter.apply_response_limits(response.headers)
                if response.status_code not in REDIRECTS:
                    return response, self._read_limited(response)
                url = self._redirect_target(url, response)
        raise FetchError(f"{self._display_request(request)}: over {self._policy.redirects} redirects. Try again later.")

    def _read_limited(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        until = time.monotonic() + self._policy.answer_s
        for piece in response.iter_bytes():
            body += piece
            if len(body) > self._policy.answer_bytes:
                most = self._policy.answer_bytes >> 20
                raise FetchError(
                    f"{self._strip_query(response.url)}: the response exceeds {most} MiB. Request fewer records at a "
                    "time."
                )
            if time.monotonic() > until:
                raise _RetryableError(f"the response was incomplete after {self._policy.answer_s:.0f} s")
        return bytes(body)

    def _key_headers(self, url: httpx2.URL) -> Mapping[str, str]:
        """Return the headers with the key. A URL of another scheme, host or port than the service gets none."""
        is_same_origin = (url.scheme, url.host, url.port) == (self._base.scheme, self._base.host, self._base.port)
        return self._service.headers(self._caller) if is_same_origin else {}

    def _redirect_target(self, url: httpx2.URL, response: httpx2.Response) -> httpx2.URL:
        """Return the target of a redirect. Raises FetchError if it is on a foreign host or no longer encrypted."""
        try:
            target = httpx2.URL(urljoin(str(url), response.headers.get("location", "")))
        except (httpx2.InvalidURL, ValueError):
            raise FetchError(f"{self._strip_query(url)}: redirects to an invalid URL.") from None
        known = any(target.host == host or target.host.endswith(f".{host}") for host in self._hosts)
        if not known or target.scheme not in ("http", "https") or (url.scheme == "https") > (target.scheme == "https"):
            raise FetchError(
                f"{self._strip_query(url)}: redirects to {self._strip_query(target)}, which is not followed: it is not "
                f"on {', '.join(self._hosts)}, or not encrypted. If the service has moved, set its URL with --base-url."
            )
        return target

    def _url(self, request: Request, params: tuple[tuple[str, str], ...]) -> str:
        query = urlencode(params, quote_via=quote, safe=":*,|")
        return str(self._base) + request.path.lstrip("/") + (f"?{query}" if query else "")

    def _display_request(self, request: Request) -> str:
        """Return the URL of a request for messages, truncated if long. Requests contain no secrets."""
        url = self._url(request, request.params)
        return url if len(url) <= LONG else f"{url[:LONG]}..."

    def _error_message(self, body: bytes) -> str:
        """Return the error message in a response, without the key if the service repeats it."""
        message = error_excerpt(body)
        return message.replace(self._caller.key, "...") if self._caller.key else message

    @staticmethod
    def _strip_query(url: httpx2.URL) -> str:
        return f"{url.scheme}://{url.netloc.decode('ascii', 'replace').rpartition('@')[2]}{url.path}"


LONG = 160


def error_excerpt(body: bytes) -> str:
    """Return the error message in a response on one line: from JSON, the title of an HTML page, or the start of the
    text.
    """
    text = body[:4096].decode("utf-8", "replace")
    with suppress(ValueError):
        members = msgspec.json.decode(body, type=dict[str, object])
        text = next(
            (str(members[name]) for name in ("message", "error", "errors", "developer-message") if members.get(name)),
            text,
        )
    if title := TITLE.search(text):
        text = title[1]
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return (text if len(text) <= LONG else f"{text[:LONG]}...") or "no message"
