"""Who paid for works, as sources tell it in passing: by an id of the Open Funder Registry, else by name."""

from collections.abc import Iterable
from typing import NamedTuple

from cypher.folding import fold
from cypher.identifiers import known
from loaders.records.parts import Funding
from loaders.records.record import FunderRecord

COUNTRY_CODE = 2
"""Letters of a country's code in ISO 3166-1."""


class Paid(NamedTuple):
    """A funder as a work names it, with the numbers of its awards; of `ids` those count that are known."""

    name: str | None
    ids: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    country: str | None = None


class Funded(NamedTuple):
    """Who paid, and the records of these."""

    funding: tuple[Funding, ...] = ()
    told: tuple[FunderRecord, ...] = ()


def funded(source: str, said: Iterable[Paid]) -> Funded:
    """Return who paid: a funder is its registered id, else its folded name; who has neither is left out."""
    funding: list[Funding] = []
    told: dict[str, FunderRecord] = {}
    for one in said:
        name = " ".join((one.name or "").split())
        registered = next(filter(None, (known(f"funder:{raw}") for raw in one.ids)), None)
        ror = next(filter(None, (known(f"ror:{raw}") for raw in one.ids)), None)
        identifier = registered or (f"{source}-funder:{fold(name) or name}" if name else None)
        if identifier is None:
            continue
        funding.append(Funding(funder=identifier, awards=one.awards))
        if name:
            country = (one.country or "").strip().upper()
            told[identifier] = FunderRecord(
                source=source,
                key=f"funder/{identifier.partition(':')[2]}",
                name=name,
                ids=(identifier,),
                country_code=country if len(country) == COUNTRY_CODE and country.isalpha() else None,
                ror=ror,
            )
    return Funded(tuple(funding), tuple(told.values()))
