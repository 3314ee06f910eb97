"""Contents of the graph and their origin."""

import strawberry

from schema.field_mapping import QueryResult, mapped_field, prop


@strawberry.type(description="How many nodes or relationships of one kind there are.")
class MetaCount:
    """How many nodes or relationships of one kind there are."""

    name: str = prop("name", "Label or relationship type.")
    count: int = prop("count", "How many.")


@strawberry.type(description="One run of a loader.")
class Load:
    """One run of a loader."""

    id: strawberry.ID = prop("id", "Its id.")
    loader: str = prop("loader", "Which loader.")
    version: str | None = prop("version", "Byline's version.")
    started_at: str | None = prop("startedAt", "ISO 8601, UTC.")
    finished_at: str | None = prop("finishedAt", "ISO 8601, UTC; null while it runs or when it was broken off.")
    read: int | None = prop("read", "Records read.")
    written: int | None = prop("written", "Records new or changed.")
    unchanged: int | None = prop("unchanged", "Records known already.")
    rejected: int | None = prop("rejected", "Records refused.")
    unreadable: int = prop("unreadable", "Files that could not be read.")


@strawberry.type(description="How many papers are under one licence.")
class LicenceCount:
    """How many papers are under one licence."""

    licence: str | None = prop("licence", "SPDX name or URL of the license. Null if no source states it.")
    papers: int = prop("papers", "How many papers.")


@strawberry.type(description="Contents of the graph and their origin.")
class Meta:
    """Contents of the graph and their origin."""

    version: str = mapped_field(QueryResult("graphql/meta/version", single=True), "Byline's version.")
    data_version: str | None = mapped_field(
        QueryResult("graphql/meta/data_version", single=True),
        "Id of the latest finished load; null: nothing was loaded.",
    )
    counts: list[MetaCount] = mapped_field(QueryResult("graphql/meta/counts"), "How much there is of each kind.")
    loads: list[Load] = mapped_field(QueryResult("graphql/meta/loads"), "The latest hundred loads, newest first.")
    licences: list[LicenceCount] = mapped_field(
        QueryResult("graphql/meta/licences"), "Papers by stated licence, most first."
    )
