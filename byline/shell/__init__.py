"""The interactive shell `byline shell`, for Cypher and GraphQL.

- `statements`: split a text into statements.
- `interpreter`: run statements and commands such as `:help`, and print their results.
- `prompt`: read statements from a terminal, with history and with completion of labels, relationship types,
  properties, procedures and fields.
"""
