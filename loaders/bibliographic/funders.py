"""Funders of works, as partial records: identified by an ID of the Open Funder Registry, else by name."""

from collections.abc import Iterable
from typing import NamedTuple

from loaders.records.parts import Funding
from loaders.records.record import FunderRecord
from normalization.identifiers import normalize_or_none
from normalization.text import fold

COUNTRY_CODE = 2
"""Length of an ISO 3166-1 country code."""


class FunderMention(NamedTuple):
    """A funder as a work states it, with the award numbers.

    `ids` are its IDs as the source writes them, without a scheme: of the Open Funder Registry
    (`https://doi.org/10.13039/100000001`) or of ROR. Others are ignored.
    """

    name: str | None
    ids: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    country: str | None = None


class FundingResult(NamedTuple):
    """The funding of a work, and the records of its funders."""

    funding: tuple[Funding, ...] = ()
    records: tuple[FunderRecord, ...] = ()


def resolve_funders(source: str, mentions: Iterable[FunderMention]) -> FundingResult:
    """Return the funding: a funder is identified by its registered ID, else its folded name. Funders with neither are
    omitted.
    """
    funding: list[Funding] = []
    funders: dict[str, FunderRecord] = {}
    for mention in mentions:
        name = " ".join((mention.name or "").split())
        registered = next(filter(None, (normalize_or_none(f"funder:{raw}") for raw in mention.ids)), None)
        ror = next(filter(None, (normalize_or_none(f"ror:{raw}") for raw in mention.ids)), None)
        identifier = registered or (f"{source}-funder:{fold(name) or name}" if name else None)
        if identifier is None:
            continue
        funding.append(Funding(funder=identifier, awards=mention.awards))
        if name:
            country = (mention.country or "").strip().upper()
            funders[identifier] = FunderRecord(
                source=source,
                key=f"funder/{identifier.partition(':')[2]}",
                name=name,
                ids=(identifier,),
                country_code=country if len(country) == COUNTRY_CODE and country.isalpha() else None,
                ror=ror,
            )
    return FundingResult(tuple(funding), tuple(funders.values()))
