"""Provenance: the statement of each record, source priority, and statements after a load."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.bibliographic.containers import ContainerInfo, volume_of_venue
from loaders.records.parts import Author, TypedDate
from loaders.records.record import FunderRecord, PaperRecord, Record, VenueRecord
from loaders.unload.remove_records import unload
from normalization import source_priority
from resolvers.execute import Request, Service
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

TITLES = """{ papers { nodes { title provenance(field: TITLE) {
  hasConflict statements { source key value load observedAt rule } } } } }"""
ARXIV = PaperRecord(source="arxiv", key="2001.00001", title="On Graphs v1", ids=("arxiv:2001.00001",))
ACL = PaperRecord(source="acl", key="P20-1001", title="On Graphs", ids=("acl:P20-1001", "arxiv:2001.00001"))
OTHER = PaperRecord(source="zoo", key="z", title="On Graphs", ids=("arxiv:2001.00001",))


async def ask(graph: Graph, query: str) -> Any:  # noqa: ANN401 an answer
    reply = await Service(graph).answer(Request(query))
    assert not reply.errors, reply.errors
    return reply.data


async def test_statements_are_in_order_of_source_priority(empty_graph: Graph, tmp_path: Path) -> None:
    """Conflicting titles are marked; the preferred source's statement comes first and its title is displayed."""
    await load_records(empty_graph, tmp_path, [OTHER, ARXIV, ACL])
    (paper,) = (await ask(empty_graph, TITLES))["papers"]["nodes"]
    said = paper["provenance"]["statements"]
    assert [(one["source"], one["value"], one["rule"]) for one in said] == [
        ("acl", "On Graphs", "arxiv"),
        ("arxiv", "On Graphs v1", "arxiv"),
        ("zoo", "On Graphs", "arxiv"),
    ]
    assert (paper["title"], paper["provenance"]["hasConflict"]) == ("On Graphs", True)
    assert all(one["load"].startswith("l_") and one["observedAt"] for one in said)


async def test_unlisted_source_precedes_bibtex(empty_graph: Graph, tmp_path: Path) -> None:
    """An unlisted source's title is displayed before that of a BibTeX file, and its statement comes first."""
    mine = PaperRecord(source="vis-group", key="z", title="On Graphs", ids=("arxiv:2001.00001",))
    theirs = PaperRecord(source="bibtex", key="b", title="on graphs", ids=("arxiv:2001.00001",))
    await load_records(empty_graph, tmp_path, [theirs, mine])
    (paper,) = (await ask(empty_graph, TITLES))["papers"]["nodes"]
    assert paper["title"] == "On Graphs"
    assert [one["source"] for one in paper["provenance"]["statements"]] == ["vis-group", "bibtex"]


async def test_missing_value_is_no_conflict(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that does not state a value has null for it and causes no conflict."""
    spoken = PaperRecord(source="arxiv", key="2001.00001", title="T", ids=("arxiv:2001.00001",), language="en")
    await load_records(empty_graph, tmp_path, [spoken, OTHER])
    found = await ask(
        empty_graph, "{ papers { nodes { provenance(field: LANGUAGE) { hasConflict statements { source value } } } } }"
    )
    assert found["papers"]["nodes"][0]["provenance"] == {
        "hasConflict": False,
        "statements": [{"source": "arxiv", "value": "en"}, {"source": "zoo", "value": None}],
    }


async def test_statements_after_each_load_are_available(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that changed twice has its statement after each load, and nothing before the first.

    `asOf` accepts the ID of a load, a time and a date; a date means its end.
    """
    loads: list[str] = []
    for title in ("One", "Two", "Three"):
        summary = await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="a", title=title)])
        loads.append(summary.load)
    await load_records(empty_graph, tmp_path, [PaperRecord(source="acl", key="a", title="Three")])
    query = "{ papers { nodes { provenance(field: TITLE%s) { statements { value load } } } } }"

    async def titles(as_of: str) -> list[tuple[str, str]]:
        (paper,) = (await ask(empty_graph, query % as_of))["papers"]["nodes"]
        return [(one["value"], one["load"]) for one in paper["provenance"]["statements"]]

    after = [await titles(f', asOf: "{load}"') for load in loads]
    assert after == [[("One", loads[0])], [("Two", loads[1])], [("Three", loads[2])]]
    now = datetime.now(UTC)
    for as_of, expected in (
        (now.isoformat(), [("Three", loads[2])]),
        (now.strftime("%Y-%m-%d"), [("Three", loads[2])]),
        ((now - timedelta(days=2)).strftime("%Y-%m-%d"), []),
        ("2020-01-01T00:00:00+02:00", []),
    ):
        assert await titles(f', asOf: "{as_of}"') == expected, as_of
    assert await titles("") == [("Three", loads[2])]


async def test_name_provenance_lists_bylines(empty_graph: Graph, tmp_path: Path) -> None:
    """Each byline that mentions a person appears with the source, the key and the name as written."""
    authors = (Author(name="Jane Q. Smith", ids=("orcid:0000-0002-1825-0097",)),)
    initials = (Author(name="J. Smith", ids=("orcid:0000-0002-1825-0097",)),)
    await load_records(
        empty_graph,
        tmp_path,
        [
            PaperRecord(source="zoo", key="a", title="A", authors=initials),
            PaperRecord(source="acl", key="b", title="B", authors=authors, dates=(TypedDate(value="2020"),)),
        ],
    )
    found = await ask(
        empty_graph,
        """{ researchers { nodes { name
             provenance(field: NAME) { hasConflict statements { source key value } }
             ids: provenance(field: IDS) { hasConflict } } } }""",
    )
    assert found["researchers"]["nodes"] == [
        {
            "name": "Jane Q. Smith",
            "provenance": {
                "hasConflict": True,
                "statements": [
                    {"source": "acl", "key": "b", "value": ["Jane Q. Smith"]},
                    {"source": "zoo", "key": "a", "value": ["J. Smith"]},
                ],
            },
            "ids": {"hasConflict": False},
        }
    ]


@pytest.mark.full
async def test_venues_and_funders_have_provenance(empty_graph: Graph, tmp_path: Path) -> None:
    """Each source's name of a journal and a funder is in order of source priority; the first is displayed."""
    await load_records(
        empty_graph,
        tmp_path,
        [
            VenueRecord(source="zoo", key="j", name="J. of Ones", ids=("issn:2049-3630",)),
            VenueRecord(source="crossref", key="j", name="Journal of Ones", ids=("issn:2049-3630",)),
            FunderRecord(source="openalex", key="F1", name="The Fund", ids=("funder:1",), country_code="CA"),
            FunderRecord(source="crossref", key="f", name="Fund", ids=("funder:1",)),
        ],
    )
    found = await ask(
        empty_graph,
        """{ venues { nodes { name provenance(field: NAME) { hasConflict statements { source value } } } }
             funders { nodes { name provenance(field: NAME) { hasConflict statements { source value } }
               country: provenance(field: COUNTRY_CODE) { hasConflict statements { value } } } } }""",
    )
    (venue,), (funder,) = found["venues"]["nodes"], found["funders"]["nodes"]
    assert [one["value"] for one in venue["provenance"]["statements"]] == [venue["name"], "J. of Ones"]
    assert [one["value"] for one in funder["provenance"]["statements"]] == [funder["name"], "The Fund"]
    assert funder["country"] == {"hasConflict": False, "statements": [{"value": None}, {"value": "CA"}]}


@pytest.mark.full
async def test_unloaded_loaders_are_reported_as_unknown(empty_graph: Graph, tmp_path: Path) -> None:
    """Provenance after a load names loaders that were unloaded later, because their statements are unknown.

    If no records were unloaded after the load, and for the present, the list is empty. It also omits loaders
    that had no statements then.
    """
    await load_records(empty_graph, tmp_path, [ARXIV], loader="first")
    load = (await load_records(empty_graph, tmp_path, [ACL])).load
    late = (await load_records(empty_graph, tmp_path, [OTHER], loader="late")).load
    await unload(empty_graph, "first")
    await unload(empty_graph, "late")
    last = (await load_records(empty_graph, tmp_path, [ARXIV], loader="first")).load
    query = "{ papers { nodes { provenance(field: TITLE%s) { unloadedSince statements { source } } } } }"

    async def found(as_of: str) -> tuple[list[str], list[str]]:
        (paper,) = (await ask(empty_graph, query % as_of))["papers"]["nodes"]
        return paper["provenance"]["unloadedSince"], [one["source"] for one in paper["provenance"]["statements"]]

    assert await found(f', asOf: "{load}"') == (["first"], ["acl"])
    assert await found(f', asOf: "{late}"') == (["first", "late"], ["acl"])
    assert await found(f', asOf: "{last}"') == ([], ["acl", "arxiv"])
    assert await found("") == ([], ["acl", "arxiv"])


async def test_unknown_load_gives_null_provenance(empty_graph: Graph, tmp_path: Path) -> None:
    """A well-formed `asOf` of an unknown load gives null."""
    await load_records(
        empty_graph, tmp_path, [PaperRecord(source="acl", key="a", title="A", authors=(Author(name="B C"),))]
    )
    as_of = 'asOf: "l_01ARZ3NDEKTSV4RRFFQ69G5FAV"'
    found = await ask(
        empty_graph,
        f"""{{ papers(first: 1) {{ nodes {{ provenance(field: TITLE, {as_of}) {{ hasConflict }}
               authors(first: 1) {{ nodes {{
                 provenance(field: NAME, {as_of}) {{ statements {{ key }} }} }} }} }} }} }}""",
    )
    assert found["papers"]["nodes"] == [{"provenance": None, "authors": {"nodes": [{"provenance": None}]}}]


async def test_invalid_load_id_is_rejected(empty_graph: Graph) -> None:
    """An `asOf` that is not a load's ID is rejected, and the error says where the IDs are listed."""
    reply = await Service(empty_graph).answer(
        Request('{ papers { nodes { provenance(field: TITLE, asOf: "yesterday") { hasConflict } } } }')
    )
    assert reply.errors[0]["message"] == (
        "asOf is 'yesterday'. Expected the ID of a load (`meta { loads { id } }` lists them), a "
        "date, or a time such as "
        "2026-01-31T12:00:00Z."
    )


@pytest.mark.full
async def test_custom_priority_applies_at_next_load(empty_graph: Graph, tmp_path: Path) -> None:
    """With a custom priority table, the same records count as changed, and another source's title is displayed."""
    await load_records(empty_graph, tmp_path, [ARXIV, ACL])
    table = tmp_path / "trust.toml"
    table.write_text('title = ["arxiv", "acl"]', "utf-8")
    try:
        source_priority.set_active_table(table)
        summary = await load_records(empty_graph, tmp_path, [ARXIV, ACL])
        (paper,) = (await ask(empty_graph, TITLES))["papers"]["nodes"]
    finally:
        source_priority.set_active_table(None)
    assert (summary.changed, paper["title"]) == (2, "On Graphs v1")
    assert [one["source"] for one in paper["provenance"]["statements"]] == ["arxiv", "acl"]


async def test_default_kind_counts_as_statement(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that omits its kind states the default, article, which conflicts with preprint."""
    preprint = PaperRecord(source="arxiv", key="2001.00001", title="T", kind="preprint", ids=("arxiv:2001.00001",))
    await load_records(empty_graph, tmp_path, [preprint, ACL])
    found = await ask(
        empty_graph,
        "{ papers { nodes { kind provenance(field: KIND) { hasConflict statements { source value } } } } }",
    )
    assert found["papers"]["nodes"][0]["provenance"] == {
        "hasConflict": True,
        "statements": [{"source": "acl", "value": "article"}, {"source": "arxiv", "value": "preprint"}],
    }


@pytest.mark.full
@pytest.mark.parametrize(
    ("numbers", "wanted"), sampled_cases([("78", True), ("77", False), ("7", False)], parameter_count=2)
)
async def test_volume_conflicts_compare_volumes(
    empty_graph: Graph, tmp_path: Path, numbers: str, *, wanted: bool
) -> None:
    """Two sources' keys of one volume agree, two volumes conflict, and a missing number is no conflict."""
    records: list[Record] = []
    for source, number in zip(("crossref", "zoo"), (numbers[0], numbers[1:]), strict=True):
        journal = VenueRecord(source=source, key="j", name="Ones", ids=("issn:0098-0331", f"{source}-venue:j"))
        said = volume_of_venue(ContainerInfo(source=source, name="Ones", number=number or None), journal)
        paper = PaperRecord(source=source, key="p", title="T", ids=("doi:10.1000/1",), appeared_in=said.use)
        records += [*said.records, paper]
    await load_records(empty_graph, tmp_path, records)
    found = await ask(
        empty_graph, "{ papers { nodes { provenance(field: VOLUME) { hasConflict statements { source } } } } }"
    )
    provenance = found["papers"]["nodes"][0]["provenance"]
    assert (provenance["hasConflict"], len(provenance["statements"])) == (wanted, 2)
