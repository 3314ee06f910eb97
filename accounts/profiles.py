"""Statements of a user about the researcher of a claimed profile."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from accounts.errors import ActError
from accounts.texts import normalize_text

MAX_NAME, MAX_HEADLINE, MAX_HOMEPAGE, MAX_ROLE = 200, 300, 500, 100
"""Maximum length of texts, in characters."""
MAX_AFFILIATIONS = 50
FIRST_YEAR, LAST_YEAR = 1800, 2100
"""Years that an affiliation can have."""
HOMEPAGE = re.compile(r"https?://[^\s\"'<>\\`]+", re.IGNORECASE)


class UserMutation(NamedTuple):
    """The user of a mutation, and its idempotency key, if any."""

    user_id: str
    mutation_key: str | None = None


class StatedAffiliation(NamedTuple):
    """An affiliation that a user states.

    Attributes:
        institution_key: scheme and value of an ID of the institution.
        since: first year; None if unknown.
        until: last year; None if unknown, or for a current affiliation.
        role: position; None if unknown.
    """

    institution_key: Sequence[str]
    since: int | None = None
    until: int | None = None
    role: str | None = None


class ProfileEdit(NamedTuple):
    """Values to change. An empty text removes a value, and an absent one keeps it.

    Attributes:
        person_key: scheme and value of an ID of the researcher.
        name: display name, which cannot be removed.
        headline: one line about the person.
        homepage: URL of the home page.
        open_to_collaborate: whether the person is open to collaboration.
        affiliations: all affiliations that the user states.
        hidden_fields: all properties of the researcher that the user hides.
        opted_out: whether the user wants no profile: all such properties are hidden, and suggestions omit the person.
    """

    person_key: Sequence[str]
    name: str | None = None
    headline: str | None = None
    homepage: str | None = None
    open_to_collaborate: bool | None = None
    affiliations: Sequence[StatedAffiliation] | None = None
    hidden_fields: Sequence[str] | None = None
    opted_out: bool | None = None

    def checked(self) -> "ProfileEdit":
        """Return the values in normal form. Raises ActError if a value is invalid."""
        affiliations = self.affiliations
        if affiliations is not None:
            check_affiliation_count(len(affiliations))
        name = self.name
        if name is not None:
            name = normalize_text(name, "name", MAX_NAME, multiline=False, required=True)
            if not any(character.isalpha() for character in name):
                raise ActError("name has no letter. Expected the name of a person.", "name")
        headline, homepage = self.headline, self.homepage
        if headline is not None:
            headline = normalize_text(headline, "headline", MAX_HEADLINE, multiline=False)
        if homepage is not None:
            homepage = _checked_homepage(homepage)
        return self._replace(
            name=name,
            headline=headline,
            homepage=homepage,
            affiliations=None
            if affiliations is None
            else [_checked_affiliation(affiliation) for affiliation in affiliations],
            hidden_fields=None if self.hidden_fields is None else sorted(set(self.hidden_fields)),
        )


def check_affiliation_count(count: int) -> None:
    """Raise ActError if a user states more affiliations than are allowed."""
    if count > MAX_AFFILIATIONS:
        raise ActError(f"affiliations has {count:,} items. Expected at most {MAX_AFFILIATIONS}.", "affiliations")


def _checked_homepage(text: str) -> str:
    homepage = normalize_text(text, "homepage", MAX_HOMEPAGE, multiline=False)
    try:
        parts = urlsplit(homepage)
        is_url = HOMEPAGE.fullmatch(homepage) and parts.hostname and parts.username is None
    except ValueError:  # brackets that are no IPv6 address
        is_url = False
    if homepage and not is_url:
        raise ActError(
            f"homepage is {homepage[:100]!r}, which is not a valid URL. Expected one such as https://ada.example/.",
            "homepage",
        )
    return homepage


def _checked_affiliation(affiliation: StatedAffiliation) -> StatedAffiliation:
    for year in (affiliation.since, affiliation.until):
        if year is not None and not FIRST_YEAR <= year <= LAST_YEAR:
            raise ActError(f"An affiliation has the year {year}. Expected {FIRST_YEAR} to {LAST_YEAR}.", "affiliations")
    if affiliation.since is not None and affiliation.until is not None and affiliation.until < affiliation.since:
        raise ActError(
            f"An affiliation ends in {affiliation.until}, before it begins in {affiliation.since}.", "affiliations"
        )
    role = affiliation.role and normalize_text(affiliation.role, "affiliations", MAX_ROLE, multiline=False)
    return affiliation._replace(role=role or None)
