"""Parse lists of IDs: one per line, in any common spelling, with comments after #."""

from collections.abc import Iterable, Sequence

from loaders.fetch.service import FetchError
from normalization import identifiers

SHOWN = 3


def read_ids(lines: Iterable[str], schemes: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the IDs as `scheme:value`, without duplicates.

    Args:
        lines: The lines of the list.
        schemes: The schemes that the service supports, in order of preference.
        name: Name of the list for messages.

    Raises:
        FetchError: The list is empty, or contains invalid lines, which the message lists.
    """
    parsed_ids: dict[str, None] = {}
    wrong: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").partition(" #")[0].strip().strip('",;')
        if not text or text.startswith("#"):
            continue
        identifier = parse_id(text, schemes)
        if identifier is None:
            wrong.append(f"line {number}: {text[:60]}")
        else:
            parsed_ids[identifier] = None
    if wrong:
        more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        takes = ", ".join(schemes)
        raise FetchError(
            f"{name}: these are not IDs that this service supports ({takes}): {'; '.join(wrong[:SHOWN])}{more}."
        )
    if not parsed_ids:
        raise FetchError(f"{name}: the list contains no ID; expected one per line.")
    return tuple(parsed_ids)


def parse_id(text: str, schemes: Sequence[str]) -> str | None:
    """Return a text as an ID of the first matching scheme. A bare number is ambiguous and returns None."""
    if text.isdigit():
        return None
    for scheme in schemes:
        if scheme == "pmcid" and "pmc" not in text.lower():
            continue  # its pattern accepts any number at the end of a URL
        bare = text[len(scheme) + 1 :] if text.lower().startswith(f"{scheme}:") else text
        identifier = identifiers.normalize_or_none(f"{scheme}:{bare}")
        if identifier is not None and identifier.startswith(f"{scheme}:"):
            return identifier
    return None
