"""What a person is told of a fetch: what came, where it is, and what may be done with it."""

import json
from pathlib import Path
from typing import NamedTuple

from byline.commands.manners import out, say
from loaders.fetch.journal import Place
from loaders.fetch.run import Why
from loaders.fetch.service import Service

MIB = 1 << 20
SHOWN = 10
"""Ids that are not known there, named at most."""


class Fetched(NamedTuple):
    """What came of a fetch: how far it is, the records that were there before, why it ended.

    It was `idle` where all had been fetched before.
    """

    service: Service
    place: Place
    had: int
    why: Why
    idle: bool
    seconds: float

    @property
    def new(self) -> int:
        """Records that this fetch brought."""
        return self.place.records - self.had


def as_line(fetched: Fetched, output: Path | None) -> None:
    """Tell it as a line of JSON, on standard error where the records went to standard output."""
    place = fetched.place
    said = {
        "service": fetched.service.name,
        "records": place.records,
        "new": fetched.new,
        "repeated": place.repeated,
        "missing": place.missing,
        "told": place.total,
        "requests": place.requests,
        "bytes": place.size,
        "stopped": fetched.why,
        "seconds": round(fetched.seconds, 1),
    }
    text = json.dumps(said)
    say(text) if output is None else out.print(text, soft_wrap=True)


def report(fetched: Fetched, output: Path | None) -> None:
    """Tell it in words."""
    service, place, why = fetched.service, fetched.place, fetched.why
    say(
        f"{service.title}: {place.records:,} records ({fetched.new:,} new), {place.requests:,} requests, "
        f"{place.size / MIB:,.1f} MiB, {fetched.seconds:,.1f} s."
    )
    if fetched.idle:
        say("Nothing was asked for: all of it is there. To ask for it anew: --refresh.")
    if place.repeated:
        say(f"{place.repeated:,} came again in later answers, and are there once.")
    if place.missing:
        more = f" and {len(place.missing) - SHOWN:,} more" if len(place.missing) > SHOWN else ""
        say(f"Not known there: {', '.join(place.missing[:SHOWN])}{more}.")
    if why != "whole":
        found = f" of {place.total:,} that {service.title} finds" if place.total else ""
        then = "with a larger one it goes on" if why == "limit" else "the same command goes on"
        say(f"Stopped at the {why} that was given, after {place.records:,}{found}; {then}.")
    if output is not None and place.records:
        say(f"Load it with: byline load {service.source} {output}")
