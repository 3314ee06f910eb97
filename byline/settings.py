"""Settings: from the environment and a `.env` file, parsed once into a model."""

import getpass
import os
import re
from pathlib import Path
from typing import Annotated, TypeAlias

import orjson
from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from normalization.source_priority import TrustError, set_active_table


def _list(text: object) -> object:
    """Return the names in a list that is written with commas, or as JSON."""
    if not isinstance(text, str):
        return text
    if text.lstrip().startswith("["):
        return orjson.loads(text)
    return [part.strip() for part in text.split(",") if part.strip()]


CONTACT = re.compile(r"[^\s@<>(),;:\"]+@[A-Za-z0-9.-]+")
KEY = re.compile(r"[!-~]+")


def _contact(contact: str | None) -> str | None:
    """Check that it is a mail address, which goes into a header."""
    if contact is not None and not CONTACT.fullmatch(contact):
        raise ValueError(f"{contact!r} is no mail address: one looks like ada@example.org.")
    return contact


def _key(key: SecretStr | None) -> SecretStr | None:
    """Check that it can stand in a header."""
    if key is not None and not KEY.fullmatch(key.get_secret_value()):
        raise ValueError("it is no key: a key has no spaces and no letters beyond ASCII.")
    return key


CURATOR = re.compile(r"[^\s:,][^:,]*:[!-+\--~]{16,}")


def _curators(value: object) -> object:
    """Return the tokens by name of what is written as name:token, with commas between."""
    entries = _list(value)
    if not isinstance(entries, list):
        return entries
    pairs = [str(entry) for entry in entries]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if not all(CURATOR.fullmatch(pair) for pair in pairs):
        raise ValueError("write name:token, with commas between; a token has 16 characters or more, no spaces.")
    return dict(pair.split(":", 1) for pair in pairs)


Curators: TypeAlias = Annotated[dict[str, SecretStr], NoDecode, BeforeValidator(_curators)]
Key: TypeAlias = Annotated[SecretStr | None, AfterValidator(_key)]
ORIGIN = re.compile(r"https?://[^/?#@\s,*]+(?<!:)")


def _origins(origins: list[str]) -> list[str]:
    """Check that each is an origin, as browsers write it, or `*`."""
    wrong = [origin for origin in origins if origin != "*" and not ORIGIN.fullmatch(origin)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is no origin: one looks like https://front.example, without a path.")
    return origins


Names: TypeAlias = Annotated[list[str], NoDecode, BeforeValidator(_list)]
Origins: TypeAlias = Annotated[Names, AfterValidator(_origins)]
Contact: TypeAlias = Annotated[str | None, AfterValidator(_contact)]


MOST_WORKERS = 4
"""More are for the person to ask for: one load settles no faster than a few processes read."""


def default_workers() -> int:
    """Return how many processes read unless the person says it: one processor is left for settling what they read."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST_WORKERS, processors - 1))


class SettingError(Exception):
    """A setting has a value that it cannot have; the message names each such setting."""


class Settings(BaseSettings):
    """Everything an operator may set, by the name beside each field; HOME, HOST and the like are other programs'."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    home: Path = Field(
        default_factory=lambda: user_data_path("byline"),
        alias="BYLINE_HOME",
        description="Folder of the managed Neo4j, and of lists of refused records.",
    )
    neo4j_uri: str | None = Field(
        default=None, alias="NEO4J_URI", description="An outside Neo4j; unset: the managed one."
    )
    neo4j_username: str = Field(default="neo4j", alias="NEO4J_USERNAME", description="Who signs in.")
    neo4j_password: SecretStr = Field(default=SecretStr(""), alias="NEO4J_PASSWORD", description="With what password.")
    neo4j_database: str = Field(default="neo4j", alias="NEO4J_DATABASE", description="Which database.")
    neo4j_heap: str = Field(default="1g", alias="BYLINE_NEO4J_HEAP", description="Heap of the managed Neo4j.")
    neo4j_page_cache: str = Field(default="512m", alias="BYLINE_NEO4J_PAGE_CACHE", description="Its page cache.")
    neo4j_pool: int = Field(default=32, alias="BYLINE_NEO4J_POOL", ge=1, le=1000, description="Connections at most.")
    query_timeout_s: float = Field(
        default=10.0,
        alias="BYLINE_QUERY_TIMEOUT",
        gt=0,
        le=3600,
        description="Seconds a query may run; an hour at most.",
    )
    host: str = Field(default="127.0.0.1", alias="BYLINE_HOST", description="Address to listen on.")
    port: int = Field(default=8000, alias="BYLINE_PORT", ge=0, le=65535, description="Port to listen on.")
    allow_remote: bool = Field(
        default=False, alias="BYLINE_ALLOW_REMOTE", description="Must be true to listen beyond loopback."
    )
    allowed_hosts: Names = Field(
        default_factory=list[str],
        alias="BYLINE_ALLOWED_HOSTS",
        description="Further host names that requests may be addressed to, with commas between; `*` for any.",
    )
    cors_origins: Origins = Field(
        default_factory=list[str],
        alias="BYLINE_CORS_ORIGINS",
        description="Origins whose pages may ask, with commas between.",
    )
    executor: str = Field(
        default="compiled",
        alias="BYLINE_EXECUTOR",
        pattern="^(compiled|strawberry)$",
        description="compiled or strawberry.",
    )
    max_depth: int = Field(default=15, alias="BYLINE_MAX_DEPTH", ge=1, description="Levels a query may nest.")
    max_cost: int = Field(
        default=50_000, alias="BYLINE_MAX_COST", ge=1, description="Estimated values a query may read."
    )
    cost_per_minute: int = Field(
        default=0,
        alias="BYLINE_COST_PER_MINUTE",
        ge=0,
        description="Estimated values that the queries of one client address may read in a minute; 0: any number.",
    )
    max_body: int = Field(
        default=1_048_576, alias="BYLINE_MAX_BODY", ge=1024, description="Bytes a request body may have."
    )
    documents: Path | None = Field(
        default=None,
        alias="BYLINE_DOCUMENTS",
        description="Folder of trusted documents, which clients may name by `documentId`.",
    )
    only_trusted: bool = Field(
        default=False, alias="BYLINE_ONLY_TRUSTED", description="Whether no other document is answered."
    )
    max_age: int = Field(
        default=0,
        alias="BYLINE_MAX_AGE",
        ge=0,
        le=31_536_000,
        description="Seconds for which answers to GET may be kept unasked; their ETag holds beyond that.",
    )
    batch: int = Field(
        default=0, alias="BYLINE_BATCH", ge=0, le=100, description="Requests that may come as one list; 0: none may."
    )
    compress: bool = Field(
        default=True,
        alias="BYLINE_COMPRESS",
        description="Whether answers are compressed for clients that accept gzip.",
    )
    introspection: bool = Field(
        default=True, alias="BYLINE_INTROSPECTION", description="Whether the schema can be asked of in GraphQL."
    )
    show_cypher: bool = Field(
        default=False,
        alias="BYLINE_SHOW_CYPHER",
        description="Whether answers carry the compiled Cypher and its parameters, as extensions.cypher.",
    )
    trust: Path | None = Field(
        default=None,
        alias="BYLINE_TRUST",
        description="A TOML file whose rows replace those of `byline sources --priority`.",
    )
    curator: str | None = Field(
        default=None,
        alias="BYLINE_CURATOR",
        description="Whose decisions `byline identity` writes down; who is signed in to the machine unless said.",
    )
    curators: Curators = Field(
        default_factory=dict[str, SecretStr],
        alias="BYLINE_CURATORS",
        description="Who may send mutations, as name:token with commas between; nobody unless said.",
    )
    workers: int = Field(
        default_factory=default_workers,
        alias="BYLINE_WORKERS",
        ge=0,
        le=64,
        description="Processes that read what `byline load` loads; 0: its own.",
    )
    bulk_memory: str = Field(
        default="2GB",
        alias="BYLINE_BULK_MEMORY",
        pattern=r"^[1-9][0-9]*(\.[0-9]+)?[KMGT]i?B$",
        description="Memory of the tables of `byline load --bulk`, such as 2GB; more goes to the disk.",
    )
    contact: Contact = Field(
        default=None,
        alias="BYLINE_CONTACT",
        description="Your mail address, which `byline fetch` tells services: they ask for it, and answer faster.",
    )
    openalex_key: Key = Field(default=None, alias="BYLINE_OPENALEX_KEY", description="Key of OpenAlex's API.")
    crossref_key: Key = Field(default=None, alias="BYLINE_CROSSREF_KEY", description="Token of Crossref Metadata Plus.")
    s2_key: Key = Field(default=None, alias="BYLINE_S2_KEY", description="Key of Semantic Scholar's API.")
    orcid_key: Key = Field(default=None, alias="BYLINE_ORCID_KEY", description="Token of ORCID's public API.")
    ror_key: Key = Field(default=None, alias="BYLINE_ROR_KEY", description="Client id for ROR's API.")
    log_format: str = Field(
        default="text", alias="BYLINE_LOG_FORMAT", pattern="^(text|json)$", description="text or json."
    )

    @property
    def decides(self) -> str:
        """Who decides where nobody else is named: as set, who is signed in to the machine, or the user's number."""
        if self.curator:
            return self.curator
        try:
            return getpass.getuser()
        except (KeyError, OSError):  # a container may run as a user of whom it knows no name
            return f"user {os.getuid()}"

    def fetch_key(self, name: str) -> str | None:
        """Return the key that a setting holds, by the setting's name."""
        field = next(field for field, info in type(self).model_fields.items() if info.alias == name)
        secret: SecretStr | None = getattr(self, field)
        return secret.get_secret_value() if secret else None


def load_settings(**overrides: object) -> Settings:
    """Read the settings; what is given, by the names of the environment, goes first. Raises SettingError."""
    try:
        settings = Settings(**overrides)  # pyright: ignore[reportArgumentType] pydantic checks them, which is the point
        set_active_table(settings.trust)
    except ValidationError as error:
        raise SettingError("\n".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f".env cannot be read: {error}") from None
    except TrustError as error:
        raise SettingError(f"BYLINE_TRUST: {error}") from None
    return settings
