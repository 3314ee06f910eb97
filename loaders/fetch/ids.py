"""Lists of ids that a person gives: one a line, in any spelling; what stands behind a # is a remark."""

from collections.abc import Iterable, Sequence

from cypher import identifiers
from loaders.fetch.service import FetchError

SHOWN = 3


def read(lines: Iterable[str], schemes: Sequence[str], name: str) -> tuple[str, ...]:
    """Return `scheme:value` of each line, each once. Raises FetchError naming the lines that are no such id."""
    found: dict[str, None] = {}
    wrong: list[str] = []
    for number, line in enumerate(lines, 1):
        said = line.removeprefix("\ufeff").partition(" #")[0].strip().strip('",;')
        if not said or said.startswith("#"):
            continue
        identifier = known(said, schemes)
        if identifier is None:
            wrong.append(f"line {number}: {said[:60]}")
        else:
            found[identifier] = None
    if wrong:
        more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        takes = ", ".join(schemes)
        raise FetchError(
            f"{name}: these are no ids that this service takes ({takes}): {'; '.join(wrong[:SHOWN])}{more}."
        )
    if not found:
        raise FetchError(f"{name}: there is no id in it; one is expected on each line.")
    return tuple(found)


def known(said: str, schemes: Sequence[str]) -> str | None:
    """Return what a text is an id of, of these schemes, the first that it fits; a bare number may be anything."""
    if said.isdigit():
        return None
    for scheme in schemes:
        if scheme == "pmcid" and "pmc" not in said.lower():
            continue  # its form takes any number at the end of an address
        bare = said[len(scheme) + 1 :] if said.lower().startswith(f"{scheme}:") else said
        identifier = identifiers.known(f"{scheme}:{bare}")
        if identifier is not None and identifier.startswith(f"{scheme}:"):
            return identifier
    return None
