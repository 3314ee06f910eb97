"""Why nothing, or not all, of what was loaded could be used: sources of which nothing was read, reasons of refusals."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from loaders.streaming.reading import Reject
from loaders.summary import Summary

VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|: .*$|\d[\d,.]*")
"""What differs between two refusals for one reason: quoted values, what follows a colon, numbers."""


def nothing_read(summaries: Sequence[Summary], expects: Mapping[str, str]) -> str | None:
    """Return what to say of each source of which nothing was read, and what it expects; None where there is none."""
    told: list[str] = []
    for one in summaries:
        if not one.read:
            whose = f" of {one.loader}" if len(summaries) > 1 else ""
            expected = "" if one.unreadable else f" Expected: {expects[one.loader]}."
            told.append(f"Nothing was read{whose}.{expected}")
    return " ".join(told) or None


def all_refused(summaries: Sequence[Summary], listed: Iterable[Reject] | None = None) -> str | None:
    """Return what to say where records were read and not one could be used; None where one could.

    `listed` are the refusals, where there may be more of them than the summaries keep.
    """
    rejected = sum(one.rejected for one in summaries)
    if not rejected or any(one.read > one.rejected for one in summaries):
        return None
    told = (reject for one in summaries for reject in one.rejects) if listed is None else listed
    often = next(iter(grouped(told)), "none is listed")
    what = "the one record that was read was" if rejected == 1 else f"all {rejected:,} records that were read were"
    return f"Nothing could be used: {what} refused, most often for this reason: {often}"


def grouped(rejects: Iterable[Reject]) -> list[str]:
    """Return the reasons of refusals with how often each came, the most frequent first, an example where they vary."""
    counts, first, varied = Counter[str](), dict[str, str](), set[str]()
    for one in rejects:
        kind = VARYING.sub("_", one.reason)
        counts[kind] += 1
        if first.setdefault(kind, one.reason) != one.reason:
            varied.add(kind)
    return [f"{count:,} x {'such as: ' if kind in varied else ''}{first[kind]}" for kind, count in counts.most_common()]
