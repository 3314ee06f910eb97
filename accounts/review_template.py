"""The template of reviews: `review_template.toml` states their texts and scales."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "review_template.toml"


class TemplateText(NamedTuple):
    """A text of a review.

    Attributes:
        name: name of the field.
        label: title of the text in a form.
        guidance: what to write.
        max_length: maximum number of characters.
        required: whether each review has the text.
    """

    name: str
    label: str
    guidance: str
    max_length: int
    required: bool


class TemplateScale(NamedTuple):
    """A number in a review.

    Attributes:
        name: name of the field.
        label: title of the number in a form.
        guidance: what the number states.
        minimum: smallest value.
        levels: meaning of each value, from the smallest.
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
    """The texts and the scales of a review, in the order of a form."""

    texts: tuple[TemplateText, ...]
    scales: tuple[TemplateScale, ...]


@cache
def review_template() -> ReviewTemplate:
    """Read the template once."""
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
