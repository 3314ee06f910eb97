"""Names of files as texts: where a name is not UTF-8, the bytes that are none are escaped."""

import os


def legible(name: str | os.PathLike[str]) -> str:
    r"""Return a name that can be written, shown and stored, such as `c\xff.jsonl`; one in UTF-8 stays as it is."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
