"""The template of reviews: read the text fields and rating scales from `review_template.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "review_template.toml"


class TemplateText(NamedTuple):
    """A text field of the review form.

    Attributes:
        name: name of the field.
        label: title of the field in the form.
        guidance: advice for the reviewer.
        max_length: maximum number of characters.
        required: True if a review must have the text.
    """

    name: str
    label: str
    guidance: str
    max_length: int
    required: bool


class TemplateScale(NamedTuple):
    """A rating scale of the review form.

    Attributes:
        name: name of the field.
        label: title of the scale in the form.
        guidance: advice for the reviewer.
        minimum: smallest value.
        levels: meaning of each value, from the minimum upwards.
    """

    name: str
    label: str
    guidance: str
    minimum: int
    levels: tuple[str, ...]

    @property
    def maximum(self) -> int:
        """The largest value."""
        return self.minimum + len(self.levels) - 1


class ReviewTemplate(NamedTuple):
    """The text fields and rating scales of a review, in the order of the form."""

    texts: tuple[TemplateText, ...]
    scales: tuple[TemplateScale, ...]


@cache
def review_template() -> ReviewTemplate:
    """Return the template, which is read from its file once."""
    table = tomllib.loads(FILE.read_text("utf-8"))
    return ReviewTemplate(
        tuple(
            TemplateText(row["name"], row["label"], row["guidance"], row["maxLength"], row["required"])
            for row in table["texts"]
        ),
        tuple(
            TemplateScale(row["name"], row["label"], row["guidance"], row["minimum"], tuple(row["levels"]))
            for row in table["scales"]
        ),
    )
