"""The same answer through Strawberry's own executor: its resolvers read the prepared one, field by field.

Slower, and of the same content: it shows that the prepared answer fits the schema in every type and every null.
"""

from collections.abc import Mapping
from typing import Any

from resolvers.schema import strawberry_schema


def completed(
    query: str, answer: dict[str, Any], variables: Mapping[str, Any], operation: str | None
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return an answer as Strawberry completes it, and its errors."""
    result = strawberry_schema().execute_sync(
        query, variable_values=dict(variables), root_value=answer, operation_name=operation
    )
    return result.data, [error.message for error in result.errors or ()]
