"""Settings of Byline, read from the environment and a `.env` file and validated by a model."""

import getpass
import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, TypeAlias

import orjson
from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import NoDecode, SettingsConfigDict

from accounts.erasure import ErasureList
from byline.account_settings import AccountSettings
from byline.load_settings import LoadSettings, size_in_bytes
from normalization.source_priority import SourcePriorityError, set_active_table


def _list(text: object) -> object:
    """Return the items of a list written with commas or as JSON."""
    if not isinstance(text, str):
        return text
    if text.lstrip().startswith("["):
        return orjson.loads(text)
    return [part.strip() for part in text.split(",") if part.strip()]


CURATOR = re.compile(r"[^\s:,][^:,]*:[!-+\--~]{16,}")


def _curators(value: object) -> object:
    """Return the tokens by curator name of a list `name:token,name:token`."""
    entries = _list(value)
    if not isinstance(entries, list):
        return entries
    pairs = [str(entry) for entry in entries]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if not all(CURATOR.fullmatch(pair) for pair in pairs):
        raise ValueError(
            "Expected name:token pairs separated by commas; a token has at least 16 characters and no spaces."
        )
    return dict(pair.split(":", 1) for pair in pairs)


Curators: TypeAlias = Annotated[dict[str, SecretStr], NoDecode, BeforeValidator(_curators)]
ORIGIN = re.compile(r"https?://[^/?#@\s,*]+(?<!:)")


LOOPBACK = "loopback"
"""In a list of origins: all origins of this machine."""


def _origins(origins: list[str]) -> list[str]:
    """Return the origins. Raises ValueError unless each is an origin as browsers send it, `loopback`, or `*`."""
    wrong = [origin for origin in origins if origin not in {"*", LOOPBACK} and not ORIGIN.fullmatch(origin)]
    if wrong:
        raise ValueError(
            f"{wrong[0]!r} is not a valid origin. Expected one such as https://front.example, without a path."
        )
    return origins


def _networks(names: list[str]) -> list[str]:
    """Return addresses and networks. Raises ValueError if one is neither."""
    for name in names:
        try:
            ipaddress.ip_network(name)
        except ValueError:
            raise ValueError(
                f"{name!r} is not an address or a network. Expected addresses such as 10.0.0.5 or networks such as "
                "10.0.0.0/24."
            ) from None
    return names


Names: TypeAlias = Annotated[list[str], NoDecode, BeforeValidator(_list)]
Origins: TypeAlias = Annotated[Names, AfterValidator(_origins)]
Networks: TypeAlias = Annotated[Names, AfterValidator(_networks)]


class SettingError(Exception):
    """A setting has an invalid value; the message names every such setting."""


class Settings(LoadSettings, AccountSettings):
    """All settings of an operator, each read from the variable named as its alias.

    The prefix `BYLINE_` avoids conflicts with variables of other programs, such as HOME and HOST.
    """

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    home: Path = Field(
        default_factory=lambda: user_data_path("byline"),
        alias="BYLINE_HOME",
        description="Folder of the managed Neo4j and of reject files.",
    )
    neo4j_uri: str | None = Field(
        default=None, alias="NEO4J_URI", description="URI of an external Neo4j. Default: the managed one."
    )
    neo4j_username: str = Field(default="neo4j", alias="NEO4J_USERNAME", description="User of the external Neo4j.")
    neo4j_password: SecretStr = Field(
        default=SecretStr(""), alias="NEO4J_PASSWORD", description="Password of that user."
    )
    neo4j_database: str = Field(default="neo4j", alias="NEO4J_DATABASE", description="Database name.")
    neo4j_heap: str = Field(default="1g", alias="BYLINE_NEO4J_HEAP", description="Heap of the managed Neo4j.")
    neo4j_page_cache: str = Field(
        default="auto",
        alias="BYLINE_NEO4J_PAGE_CACHE",
        description="Page cache of the managed Neo4j, such as 2g. auto: the size of the graph when Neo4j starts, at "
        "least 512 MB, at most a quarter of the free memory.",
    )
    neo4j_gds: bool = Field(
        default=False,
        alias="BYLINE_NEO4J_GDS",
        description="Start the managed Neo4j with the plugin Graph Data Science, for `byline gds`; the first start "
        "downloads 15 MB.",
    )
    neo4j_pool: int = Field(
        default=32, alias="BYLINE_NEO4J_POOL", ge=1, le=1000, description="Maximum number of connections."
    )
    query_timeout_s: float = Field(
        default=10.0,
        alias="BYLINE_QUERY_TIMEOUT",
        gt=0,
        le=3600,
        description="Query timeout in seconds, at most 3,600.",
    )
    serve_workers: int = Field(
        default=1, alias="BYLINE_SERVE_WORKERS", ge=1, le=64, description="Number of processes of `byline serve`."
    )
    host: str = Field(default="127.0.0.1", alias="BYLINE_HOST", description="Address to listen on.")
    port: int = Field(default=8000, alias="BYLINE_PORT", ge=0, le=65535, description="Port to listen on.")
    allow_remote: bool = Field(
        default=False, alias="BYLINE_ALLOW_REMOTE", description="Allow addresses other than loopback."
    )
    allowed_hosts: Names = Field(
        default_factory=list[str],
        alias="BYLINE_ALLOWED_HOSTS",
        description="Additional accepted Host header names, separated by commas; `*` accepts any.",
    )
    cors_origins: Origins = Field(
        default_factory=list[str],
        alias="BYLINE_CORS_ORIGINS",
        description="Origins allowed to send cross-origin requests, separated by commas; `loopback` allows pages of "
        "this machine. Default of `byline demo`: loopback.",
    )
    executor: str = Field(
        default="compiled",
        alias="BYLINE_EXECUTOR",
        pattern="^(compiled|strawberry)$",
        description="Executor of requests: compiled or strawberry.",
    )
    max_depth: int = Field(default=15, alias="BYLINE_MAX_DEPTH", ge=1, description="Maximum nesting depth of a query.")
    max_cost: int = Field(
        default=50_000, alias="BYLINE_MAX_COST", ge=1, description="Maximum estimated cost of a query."
    )
    cost_per_minute: int = Field(
        default=0,
        alias="BYLINE_COST_PER_MINUTE",
        ge=0,
        description="Cost that each client address can use per minute; 0: unlimited.",
    )
    expensive_queries: int = Field(
        default_factory=lambda: max(2, os.cpu_count() or 2),
        alias="BYLINE_EXPENSIVE_QUERIES",
        ge=0,
        description="Maximum number of expensive queries that a server process runs at the same time: queries with an "
        "estimated cost of 5,000 or more that usually take 50 ms or more, pages of exports, and slow queries of a "
        "client that uses more than its share of Neo4j. One client can use half of them. Default: the number of "
        "processors, at least 2. 0: unlimited.",
    )
    subscriptions: int = Field(
        default=1_000,
        alias="BYLINE_SUBSCRIPTIONS",
        ge=0,
        description="Maximum number of subscriptions that a server process serves at once; 0: none, and no WebSockets.",
    )
    connections_per_client: int = Field(
        default=0,
        alias="BYLINE_CONNECTIONS_PER_CLIENT",
        ge=0,
        description="Maximum number of open connections per client address; 0: unlimited. Behind a proxy, the limit "
        "applies to all connections of the proxy.",
    )
    trusted_proxies: Networks = Field(
        default_factory=list[str],
        alias="BYLINE_TRUSTED_PROXIES",
        description="Addresses or networks of proxies whose header X-Forwarded-For names the client, separated by "
        "commas.",
    )
    max_body: int = Field(
        default=1_048_576, alias="BYLINE_MAX_BODY", ge=1024, description="Maximum size of a request body in bytes."
    )
    documents: Path | None = Field(
        default=None,
        alias="BYLINE_DOCUMENTS",
        description="Folder of trusted documents, which clients select with `documentId`.",
    )
    only_trusted: bool = Field(
        default=False, alias="BYLINE_ONLY_TRUSTED", description="Reject requests without a trusted document."
    )
    persisted_queries: int = Field(
        default=0,
        alias="BYLINE_PERSISTED_QUERIES",
        ge=0,
        le=100_000,
        description="Maximum number of automatic persisted queries of Apollo that the server keeps; 0: not supported.",
    )
    max_age: int = Field(
        default=0,
        alias="BYLINE_MAX_AGE",
        ge=0,
        le=31_536_000,
        description="Seconds for which clients may reuse a response to GET (max-age); then they revalidate it with the "
        "ETag.",
    )
    response_cache: str = Field(
        default="0",
        alias="BYLINE_RESPONSE_CACHE",
        pattern=r"^(0|[1-9][0-9]*(\.[0-9]+)?[KMGT]i?B)$",
        description="Maximum memory for cached responses to queries of anonymous clients, such as 200MB; the server "
        "uses them until the graph changes. 0: no cache.",
    )
    batch: int = Field(
        default=0,
        alias="BYLINE_BATCH",
        ge=0,
        le=100,
        description="Maximum number of requests in a batch; 0: no batches.",
    )
    compress: bool = Field(
        default=True,
        alias="BYLINE_COMPRESS",
        description="Compress responses to clients that accept zstd, Brotli or gzip.",
    )
    cypher: bool = Field(
        default=False,
        alias="BYLINE_CYPHER",
        description="Serve POST /cypher: reading Cypher statements of clients whose access token has the scope cypher.",
    )
    introspection: bool = Field(
        default=True, alias="BYLINE_INTROSPECTION", description="Allow introspection of the schema."
    )
    warm_up: bool = Field(
        default=True,
        alias="BYLINE_WARM_UP",
        description="After the start, run the queries of the cookbook once in the background, and let Neo4j plan the "
        "statements of acts and decisions, so that it has their plans.",
    )
    show_cypher: bool = Field(
        default=False,
        alias="BYLINE_SHOW_CYPHER",
        description="Add the compiled Cypher and its parameters to responses as extensions.cypher.",
    )
    embedding_model: Path | None = Field(
        default=None,
        alias="BYLINE_EMBEDDING_MODEL",
        description="Folder of an embedding model for `byline embed`: model.onnx and tokenizer.json. Default: "
        "all-MiniLM-L6-v2, which Byline downloads.",
    )
    source_priority: Path | None = Field(
        default=None,
        alias="BYLINE_SOURCE_PRIORITY",
        description="TOML file that overrides rows of `byline sources --priority`.",
    )
    curator: str | None = Field(
        default=None,
        alias="BYLINE_CURATOR",
        description="Curator name that `byline identity` records. Default: the user of the operating system.",
    )
    curators: Curators = Field(
        default_factory=dict[str, SecretStr],
        alias="BYLINE_CURATORS",
        description="Deprecated: use `byline user`. Curators allowed to decide about identities, as name:token, "
        "separated by commas.",
    )
    traversal_memory: str = Field(
        default="1GB",
        alias="BYLINE_TRAVERSAL_MEMORY",
        pattern=r"^(0|[1-9][0-9]*(\.[0-9]+)?[KMGT]i?B)$",
        description="Maximum memory for the copy of the co-author network in a server, such as 1GB; 0: no copy. "
        "Without a copy, or if the network needs more memory, Neo4j searches the paths.",
    )
    log_format: str = Field(
        default="text", alias="BYLINE_LOG_FORMAT", pattern="^(text|json)$", description="Log format: text or json."
    )

    def erasures(self) -> ErasureList:
        """Return the list of erased accounts."""
        path = self.erasure_list or self.home / "erased-accounts.txt"
        return ErasureList(path.expanduser().absolute())

    @property
    def traversal_bytes(self) -> int:
        """Maximum memory of the copy of the co-author network in bytes."""
        return size_in_bytes(self.traversal_memory)

    @property
    def response_cache_bytes(self) -> int:
        """Maximum memory of the response cache in bytes."""
        return size_in_bytes(self.response_cache)

    @property
    def default_curator(self) -> str:
        """Default curator: the setting, else the user of the operating system, else the user ID."""
        if self.curator:
            return self.curator
        try:
            return getpass.getuser()
        except (KeyError, OSError):  # a container may run under a user ID without a name
            return f"user {os.getuid()}"

    def fetch_key(self, name: str) -> str | None:
        """Return the key of a service, or None if it is not set.

        Args:
            name: Variable name of the setting, such as BYLINE_OPENALEX_KEY.
        """
        field = next(field for field, info in type(self).model_fields.items() if info.alias == name)
        secret: SecretStr | None = getattr(self, field)
        return secret.get_secret_value() if secret else None


def _describe(error: ErrorDetails) -> str:
    """Return a message about an invalid setting: its name, the problem, and its value unless that is a secret."""
    name = ".".join(map(str, error["loc"]))
    info = next((info for info in Settings.model_fields.values() if info.alias == name), None)
    text = error["msg"].removeprefix("Value error, ").removesuffix(".")
    if error["type"] == "string_pattern_mismatch" and info is not None:
        text = f"the value has the wrong form. Expected: {info.description or ''}".removesuffix(".")
    is_secret = info is None or "Secret" in str(info.annotation)
    return f"{name}: {text}." + ("" if is_secret else f" The value is {error['input']!r}.")


def load_settings(**overrides: object) -> Settings:
    """Read the settings. Raises SettingError.

    Args:
        overrides: Values by variable name; they take precedence over the environment.
    """
    try:
        settings = Settings(**overrides)  # pyright: ignore[reportArgumentType] pydantic validates them
        set_active_table(settings.source_priority)
    except ValidationError as error:
        raise SettingError("\n".join(map(_describe, error.errors()))) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"Cannot read .env: {error}") from None
    except SourcePriorityError as error:
        raise SettingError(f"BYLINE_SOURCE_PRIORITY: {error}") from None
    return settings
