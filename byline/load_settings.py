"""Settings of loads and fetches."""

import os
import re
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings

CONTACT = re.compile(r"[^\s@<>(),;:\"]+@[A-Za-z0-9.-]+")
KEY = re.compile(r"[!-~]+")


def _contact(contact: str | None) -> str | None:
    """Return the mail address. Raises ValueError if it cannot be used in a request header."""
    if contact is not None and not CONTACT.fullmatch(contact):
        raise ValueError(f"{contact!r} is not a valid mail address. Expected an address such as ada@example.org.")
    return contact


def _key(key: SecretStr | None) -> SecretStr | None:
    """Return the key. Raises ValueError if it cannot be used in a request header."""
    if key is not None and not KEY.fullmatch(key.get_secret_value()):
        raise ValueError("Invalid key: a key contains only ASCII characters and no spaces.")
    return key


Key: TypeAlias = Annotated[SecretStr | None, AfterValidator(_key)]
Contact: TypeAlias = Annotated[str | None, AfterValidator(_contact)]
MEMORY = re.compile(r"([0-9.]+)([KMGT])(i?)B")


def size_in_bytes(size: str) -> int:
    """Return the number of bytes of a size such as 1GB; 0 without a unit."""
    match = MEMORY.fullmatch(size)
    return int(float(match[1]) * (1024 if match[3] else 1000) ** (1 + "KMGT".index(match[2]))) if match else 0


MAX_WORKERS = 4
"""Maximum of the default: one process that resolves records cannot keep up with more readers."""


def default_workers() -> int:
    """Return the default number of reader processes: one processor stays free for resolving records."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MAX_WORKERS, processors - 1))


class LoadSettings(BaseSettings):
    """Settings of loads and fetches, each read from the variable named as its alias."""

    workers: int = Field(
        default_factory=default_workers,
        alias="BYLINE_WORKERS",
        ge=0,
        le=64,
        description="Reader processes of `byline load`; 0: read in the main process.",
    )
    bulk_memory: str = Field(
        default="2GB",
        alias="BYLINE_BULK_MEMORY",
        pattern=r"^[1-9][0-9]*(\.[0-9]+)?[KMGT]i?B$",
        description="Memory limit of the tables of `byline load --bulk`, such as 2GB; larger tables spill to disk.",
    )
    bulk_from: str = Field(
        default="16MB",
        alias="BYLINE_BULK_FROM",
        pattern=r"^(0|[1-9][0-9]*(\.[0-9]+)?[KMGT]i?B)$",
        description="Size of the files from which `byline load` fills an empty graph by bulk load, such as 16MB; "
        "0: any size. Byline's own Neo4j must not be running.",
    )
    contact: Contact = Field(
        default=None,
        alias="BYLINE_CONTACT",
        description="Your e-mail address; `byline fetch` sends it to services, which then allow faster requests.",
    )
    openalex_key: Key = Field(default=None, alias="BYLINE_OPENALEX_KEY", description="Key of OpenAlex's API.")
    crossref_key: Key = Field(default=None, alias="BYLINE_CROSSREF_KEY", description="Token of Crossref Metadata Plus.")
    s2_key: Key = Field(default=None, alias="BYLINE_S2_KEY", description="Key of Semantic Scholar's API.")
    orcid_key: Key = Field(default=None, alias="BYLINE_ORCID_KEY", description="Token of ORCID's public API.")
    ror_key: Key = Field(default=None, alias="BYLINE_ROR_KEY", description="Client ID for ROR's API.")

    @property
    def min_bulk_bytes(self) -> int:
        """Size of the files in bytes from which a load into an empty graph is a bulk load."""
        return size_in_bytes(self.bulk_from)
