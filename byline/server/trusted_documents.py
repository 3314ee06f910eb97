"""Trusted documents: clients send the ID of a document instead of its text; the server may reject all other documents.

The ID of a document is `sha256:` and the hash of its text, its file name, or its key in a JSON file that maps IDs to
documents, as Relay and other clients write it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import orjson

from byline.server.persisted_queries import PersistedQueries
from byline.server.request import GraphQLRequest
from byline.settings import SettingError
from resolvers.document import InvalidDocumentError
from resolvers.errors import Code, RequestError
from resolvers.plan_cache import PlanCache

SUFFIXES = (".graphql", ".gql")
EXPECTED_FILES = ".graphql files, or .json files that map IDs to documents"


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents that clients select by ID: trusted documents, and persisted queries of Apollo's clients.

    Attributes:
        texts: Trusted documents by ID.
        only_trusted: Whether all other documents are rejected.
        persisted: Documents that clients have sent with their SHA-256.
    """

    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    only_trusted: bool = False
    persisted: PersistedQueries = field(default_factory=PersistedQueries)

    def text(self, payload: GraphQLRequest) -> str:
        """Return the document of a request. Raises RequestError if it is unknown or not trusted."""
        if payload.document_id is not None:
            return self._trusted_text(payload.document_id)
        if payload.persisted_hash is not None:
            return self._persisted_text(payload.query, payload.persisted_hash)
        return self._untrusted_text(payload.query or "")

    def _trusted_text(self, document_id: str) -> str:
        text = self.texts.get(document_id)
        if text is None:
            raise RequestError(Code.UNKNOWN_DOCUMENT, f"Unknown document {document_id!r}.")
        return text

    def _persisted_text(self, query: str | None, digest: str) -> str:
        """Return the document with this SHA-256: `query`, or one that a client sent earlier."""
        if query is None:
            document_id = f"sha256:{digest}"
            is_trusted = document_id in self.texts
            return self._trusted_text(document_id) if is_trusted or self.only_trusted else self.persisted.find(digest)
        if sha256(query) != digest:
            raise RequestError(
                Code.BAD_REQUEST,
                f"extensions.persistedQuery.sha256Hash is {digest}, but the SHA-256 of query is {sha256(query)}.",
            )
        text = self._untrusted_text(query)
        self.persisted.store(digest, text)
        return text

    def _untrusted_text(self, text: str) -> str:
        if self.only_trusted and self.texts.get(hash_id(text)) != text:
            raise RequestError(Code.UNTRUSTED_DOCUMENT, "Only trusted documents are accepted. Send documentId.")
        return text


def sha256(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def hash_id(text: str) -> str:
    """Return the ID that a document has by its hash."""
    return f"sha256:{sha256(text)}"


def load_documents(folder: Path, plan_cache: PlanCache) -> dict[str, str]:
    """Return all documents of a folder by ID, validated against the schema. Raises SettingError."""
    if not folder.is_dir():
        raise SettingError(f"BYLINE_DOCUMENTS: {folder} is not a folder. Expected a folder with {EXPECTED_FILES}.")
    texts: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        for name, text in _read_documents(path, folder):
            _validate(f"{path} ({name})" if path.suffix == ".json" else str(path), text, plan_cache)
            if texts.get(name, text) != text:
                raise SettingError(f"{path}: another document already has the ID {name!r}. Rename one of them.")
            texts |= {name: text, hash_id(text): text}
    if not texts:
        raise SettingError(f"BYLINE_DOCUMENTS: {folder} contains no documents. Expected {EXPECTED_FILES}.")
    return texts


def _read_documents(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the documents of a file."""
    try:
        if path.suffix in SUFFIXES:
            yield path.relative_to(folder).with_suffix("").as_posix(), path.read_text("utf-8")
        elif path.suffix == ".json":
            content: object = orjson.loads(path.read_bytes())
            entries = cast("dict[str, object]", content) if isinstance(content, dict) else {"": None}
            for name, text in entries.items():
                if not isinstance(text, str):
                    raise SettingError(f"{path} is not a JSON object that maps IDs to documents.")
                yield name, text
    except (OSError, UnicodeDecodeError, orjson.JSONDecodeError) as error:
        raise SettingError(f"Cannot read {path}: {error}") from None


def _validate(where: str, text: str, plan_cache: PlanCache) -> None:
    try:
        plan_cache.document(text)
    except InvalidDocumentError as error:
        locations = error.errors[0].locations
        position = f":{locations[0].line}:{locations[0].column}" if locations else ""
        raise SettingError(f"{where}{position}: {error}") from None
    except RequestError as error:
        raise SettingError(f"{where}: {error}") from None
