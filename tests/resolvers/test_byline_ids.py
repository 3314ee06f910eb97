"""IDs of entities: errors say which object another ID belongs to."""

import pytest

from resolvers.compile.byline_ids import checked_id
from resolvers.errors import Code, RequestError

ULID = "01J9ZX5T3NQ4W8E6R7Y2K0M1AB"


@pytest.mark.parametrize(
    ("text", "label", "message"),
    [
        (f"m_{ULID}", "", f"'m_{ULID}' is the ID of a comment, not of an entity. Read it with comment(id: ...)."),
        (f"g_{ULID}", "", "Read it with the object that it belongs to."),
        (f"p_{ULID}", "Researcher", "is the ID of a paper; expected the ID of a researcher."),
        ("p_1", "", "'p_1' is not a Byline ID. Example: p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB."),
    ],
)
def test_other_ids_are_named_in_errors(text: str, label: str, message: str) -> None:
    """The ID of another object, of another entity and a text that is no ID each have their own message."""
    with pytest.raises(RequestError) as error:
        checked_id(text, label)
    assert error.value.code is Code.BAD_ID
    assert message in error.value.message
