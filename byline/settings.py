"""Settings: from the environment and a `.env` file, parsed once into a model."""

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Everything an operator may set. Names in the environment are given beside each field."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", populate_by_name=True, env_ignore_empty=True)

    home: Path = Field(
        default_factory=lambda: user_data_path("byline"),
        alias="BYLINE_HOME",
        description="Folder of the managed Neo4j.",
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
        default=10.0, alias="BYLINE_QUERY_TIMEOUT", gt=0, description="Seconds a query may run."
    )
    host: str = Field(default="127.0.0.1", alias="BYLINE_HOST", description="Address to listen on.")
    port: int = Field(default=8000, alias="BYLINE_PORT", ge=0, le=65535, description="Port to listen on.")
    allow_remote: bool = Field(
        default=False, alias="BYLINE_ALLOW_REMOTE", description="Must be true to listen beyond loopback."
    )
    cors_origins: list[str] = Field(
        default_factory=list[str],
        alias="BYLINE_CORS_ORIGINS",
        description="Origins whose pages may ask, as a JSON list.",
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
    max_body: int = Field(
        default=1_048_576, alias="BYLINE_MAX_BODY", ge=1024, description="Bytes a request body may have."
    )
    log_format: str = Field(
        default="text", alias="BYLINE_LOG_FORMAT", pattern="^(text|json)$", description="text or json."
    )
