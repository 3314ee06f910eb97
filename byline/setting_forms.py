"""The forms that settings are written in: lists with commas, mail addresses, keys, tokens, origins."""

import re
from typing import Annotated, TypeAlias

import orjson
from pydantic import AfterValidator, BeforeValidator, SecretStr
from pydantic_settings import NoDecode


def _list(text: object) -> object:
    """Return the names in a list that is written with commas, or as JSON."""
    if not isinstance(text, str):
        return text
    if text.lstrip().startswith("["):
        return orjson.loads(text)
    return [part.strip() for part in text.split(",") if part.strip()]


CONTACT = re.compile(r"[^\s@<>(),;:\"]+@[A-Za-z0-9.-]+")
KEY = re.compile(r"[!-~]+")


def _contact(said: str | None) -> str | None:
    """Check that it is a mail address, which goes into a header."""
    if said is not None and not CONTACT.fullmatch(said):
        raise ValueError(f"{said!r} is no mail address: one looks like ada@example.org.")
    return said


def _key(said: SecretStr | None) -> SecretStr | None:
    """Check that it can stand in a header."""
    if said is not None and not KEY.fullmatch(said.get_secret_value()):
        raise ValueError("it is no key: a key has no spaces and no letters beyond ASCII.")
    return said


CURATOR = re.compile(r"[^\s:,][^:,]*:[!-+\--~]{16,}")


def _curators(said: object) -> object:
    """Return the tokens by name of what is written as name:token, with commas between."""
    found = _list(said)
    if not isinstance(found, list):
        return found
    pairs = [str(one) for one in found]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if not all(CURATOR.fullmatch(one) for one in pairs):
        raise ValueError("write name:token, with commas between; a token has 16 characters or more, no spaces.")
    return dict(one.split(":", 1) for one in pairs)


Curators: TypeAlias = Annotated[dict[str, SecretStr], NoDecode, BeforeValidator(_curators)]
Key: TypeAlias = Annotated[SecretStr | None, AfterValidator(_key)]
ORIGIN = re.compile(r"https?://[^/?#@\s,*]+(?<!:)")


def _origins(found: list[str]) -> list[str]:
    """Check that each is an origin, as browsers write it, or `*`."""
    wrong = [one for one in found if one != "*" and not ORIGIN.fullmatch(one)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is no origin: one looks like https://front.example, without a path.")
    return found


Names: TypeAlias = Annotated[list[str], NoDecode, BeforeValidator(_list)]
Origins: TypeAlias = Annotated[Names, AfterValidator(_origins)]
Contact: TypeAlias = Annotated[str | None, AfterValidator(_contact)]
