"""Institutions: affiliations matched as in the graph, compared with their annotated ROR IDs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bench.identity.affiliations import Noted
from bench.identity.registry import Registry
from loaders.resolution.affiliations.name_keys import name_key

Kind: TypeAlias = Literal["wrong", "instead of a relative", "beside a relative", "newer", "missed"]


def _told() -> defaultdict[Kind, list[str]]:
    return defaultdict(list)


@dataclass(slots=True)
class Outcome:
    """Pairs of affiliation and institution: annotated, found, both; and descriptions of the errors by kind."""

    texts: int = 0
    noted: int = 0
    found: int = 0
    right: int = 0
    told: defaultdict[Kind, list[str]] = field(default_factory=_told)
    unknown: int = 0
    """Annotated IDs and names that the registry lacks; no other figure counts them."""

    @property
    def precision(self) -> float:
        """Share of the found pairs that are annotated."""
        return self.right / max(self.found, 1)

    @property
    def recall(self) -> float:
        """Share of the annotated pairs that are found."""
        return self.right / max(self.noted, 1)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / max(self.found + self.noted, 1)

    @property
    def judged(self) -> float:
        """Precision over the pairs that the ground truth covers.

        Left out are institutions entered since, and those that the registry, or the name noted, relates to one noted
        which was found too or is not in the registry: a parent, a part.
        """
        wrong = len(self.told.get("wrong", ())) + len(self.told.get("instead of a relative", ()))
        return self.right / max(self.right + wrong, 1)


def measure(known: Registry, truth: Iterable[Noted], entered: Mapping[str, str], until: str) -> Outcome:
    """Compare the institutions found in affiliations with those annotated until a day.

    A noted name that was in no registry then is an institution's that bears it now.
    """
    outcome = Outcome()
    for one in truth:
        found = set(known.resolve(one.text))
        there = {key: key for key in one.ids & known.names.keys()}
        for name in one.names:
            bearing = known.bearing(name)
            if bearing:
                chosen = min(bearing & found, default=min(bearing))
                there[chosen] = chosen
            outcome.unknown += not bearing
        outcome.unknown += len(one.ids - known.names.keys())
        outcome.texts += 1
        outcome.noted += len(there)
        outcome.found += len(found)
        outcome.right += len(there.keys() & found)
        missed = there.keys() - found
        for key in sorted(missed):
            outcome.told["missed"].append(f"{one.text} is {known.names[key]} too")
        for key in sorted(found - there.keys()):
            kin = known.kin.get(key, set())
            kind: Kind = "wrong"
            if entered.get(key, "") > until:
                kind = "newer"
            elif kin & missed:
                kind = "instead of a relative"
            elif kin & (one.ids | there.keys()) or _a_whole(known.names[key], one):
                kind = "beside a relative"
            outcome.told[kind].append(f"{one.text} is no {known.names[key]}")
    return outcome


def _a_whole(name: str, one: Noted) -> bool:
    """Return True if a name that was in no registry is the name of a part: "American University College of Law"."""
    key = f" {name_key(name)} "
    return any(key in f" {name_key(noted)} " for noted in one.names)
