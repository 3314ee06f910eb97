from pathlib import Path

import pytest

from cypher.driver.client import Graph
from cypher.migrate import Migration, MigrationError, migrate, migrations, pending
from loaders.records.record import DecisionRecord
from loaders.records.serialization import decoded

pytestmark = pytest.mark.graph


async def test_migrations_are_applied_once(graph: Graph) -> None:
    """A migrated database has no pending migration, and a second run applies no migration."""
    assert await pending(graph) == []
    assert await migrate(graph) == []


async def test_changed_migration_is_rejected(graph: Graph) -> None:
    """A migration whose file changed after it was applied is rejected by name."""
    first, *others = migrations()
    with pytest.raises(MigrationError, match=first.name):
        await pending(graph, [Migration(first.name, "0" * 64, first.statements), *others])


async def test_newer_database_is_rejected(graph: Graph) -> None:
    """A database with an unknown migration is rejected with the advice to use the version that applied it."""
    with pytest.raises(MigrationError, match="Use the Byline version that applied it"):
        await pending(graph, [])


def test_semicolon_inside_line_does_not_end_statement(tmp_path: Path) -> None:
    """A statement ends at a semicolon at the end of a line, so that a string may contain one."""
    (tmp_path / "V0001__a.cypher").write_text("// two\nCREATE (:A {t: 'x; y'});\nCREATE (:B);  \n", "utf-8")
    assert migrations(tmp_path)[0].statements == ("CREATE (:A {t: 'x; y'})", "CREATE (:B)")


OLD_GRAPH = """
CREATE (:Feed {name: 'changes', seq: 7}), (:Gone {id: 'p_old', label: 'Paper', into: 'p_new', changedIn: 3}),
       (:Former {key: 'doi:10.1000/1', id: 'p_old'}), (:Researcher:Unpaired {id: 'r_1', ord: 'a'}),
       (:Paper {id: 'p_new', ord: 'b', collaborationsCut: true}),
       (:Load {id: 'l_1', setAsideCount: 2, setAside: ['x']}),
       (:InstitutionName {folded: 'mit'})-[:NAMES {decides: true, city: 'ames'}]->(:Institution {id: 'i_1', ord: 'c'})
CREATE (record:Record {source: 'acl', key: '1', loader: 'acl'})-[:MAY_NAME {rank: 0}]->(:InstitutionName {folded: 'x'})
CREATE (record)-[:WRITES_FROM {position: 1}]->(:Identifier {scheme: 'ror', value: '042nb2s44'})
CREATE (record)-[:STATES]->(:Identifier {scheme: 'doi', value: '10.1000/2'})
CREATE (decision:Record {source: 'curator', key: 'd_1', loader: 'curator', statement: $statement})
CREATE (decision)-[:REFERS_TO {kind: 'one'}]->(:Identifier {scheme: 'orcid', value: '0000-0001'})
"""
OLD_DECISION = (
    '{"record":"decision","key":"d_1","source":"curator","verdict":"same","about":"paper",'
    '"one":[{"source":"acl","key":"1"}],"other":[{"source":"acl","key":"2"}],"by":"Ann","at":"2026-01-01T00:00:00Z",'
    '"why":"the \\"one\\":[ in the note","others":[{"of":{"source":"acl","key":"3"},"was":"p_3"}]}'
)
COUNTS = """
RETURN COUNT { (:ChangeFeedCounter {seq: 7}) } AS counter, COUNT { (:Tombstone {mergedInto: 'p_new'}) } AS tombstone,
       COUNT { (:FormerIdentifier {id: 'p_old'}) } AS former, COUNT { (:Researcher&StaleCollaborations) } AS stale,
       COUNT { (:Paper {collaborationsTruncated: true}) } AS truncated,
       COUNT { (n:Load) WHERE n.droppedValueCount = 2 AND n.droppedValues = ['x'] } AS load,
       COUNT { ()-[:NAME_OF {isUnambiguous: true, city: 'ames'}]->() } AS name,
       COUNT { ()-[:CANDIDATE_NAME {rank: 0}]->() } AS candidate,
       COUNT { ()-[:HAS_AFFILIATION {position: 1}]->() } AS place,
       COUNT { ()-[:CLAIMS_CONFLICTING_ID]->() } AS conflict, COUNT { ()-[:REFERS_TO {kind: 'left'}]->() } AS side,
       COUNT { (n:Feed|Gone|Former|Unpaired) } + COUNT { ()-[:NAMES|MAY_NAME|WRITES_FROM|STATES]->() } = 0 AS complete
"""


async def test_v0013_renames_graph(empty_graph: Graph) -> None:
    """V0013 keeps every node, relationship and property under its new name, and decisions still decode."""
    migration = next(migration for migration in migrations() if migration.name.startswith("V0013"))
    await empty_graph.administer(OLD_GRAPH, {"statement": OLD_DECISION})
    for statement in migration.statements:
        await empty_graph.administer(statement)
    counts = await empty_graph.read(COUNTS)
    assert dict(zip(counts.columns, counts.rows[0], strict=True)) == {
        **dict.fromkeys(counts.columns[:-1], 1),
        "complete": True,
    }
    stored = (await empty_graph.read("MATCH (n:Record {source: 'curator'}) RETURN n.statement AS text")).rows[0][0]
    decision = decoded(str(stored))
    assert isinstance(decision, DecisionRecord)
    assert (decision.left[0].key, decision.right[0].key, decision.timestamp) == ("1", "2", "2026-01-01T00:00:00Z")
    assert (decision.why, decision.others[0].anchor.key) == ('the "one":[ in the note', "3")


async def test_v0014_renames_summaries(empty_graph: Graph) -> None:
    """V0014 renames a paper's summary in the node and its record, and adds the source that states it."""
    migration = next(migration for migration in migrations() if migration.name.startswith("V0014"))
    await empty_graph.administer(
        "CREATE (:Paper {id: 'p_1', tldr: 'Few.'})<-[:DESCRIBES]-(:Record {kind: 'paper', source: 'semanticscholar', "
        'statement: \'{"record":"paper","title":"T","tldr":"Few."}\'}), (:Paper {id: \'p_2\'})'
    )
    for statement in migration.statements:
        await empty_graph.administer(statement)
    rows = (
        await empty_graph.read(
            "MATCH (p:Paper) OPTIONAL MATCH (p)<-[:DESCRIBES]-(r) "
            "RETURN p.summary, p.summarySource, p.tldr, r.statement ORDER BY p.id"
        )
    ).rows
    statement = '{"record":"paper","title":"T","summary":"Few."}'
    assert [list(row) for row in rows] == [["Few.", "semanticscholar", None, statement], [None, None, None, None]]


async def test_v0015_renames_license_properties(empty_graph: Graph) -> None:
    """V0015 renames `licence` and `openAccessColour` in nodes and in the statements of records."""
    migration = next(migration for migration in migrations() if migration.name.startswith("V0015"))
    old = '{"record":"paper","licence":"MIT","open_access_colour":"gold","forms":[{"url":"u","licence":"X"}]}'
    await empty_graph.administer(
        "CREATE (:Paper {licence: 'MIT', openAccessColour: 'gold'}), (:Manifestation {licence: 'X'}), "
        f"(:Load {{licence: 'CC0-1.0'}}), (:Record {{licence: 'CC0-1.0', statement: '{old}'}})"
    )
    for statement in migration.statements:
        await empty_graph.administer(statement)
    rows = (
        await empty_graph.read(
            "MATCH (n) WHERE n:Paper OR n:Manifestation OR n:Load OR n:Record "
            "RETURN n.license, n.openAccessColor, n.statement, n.licence, n.openAccessColour ORDER BY labels(n)[0]"
        )
    ).rows
    new = old.replace("licence", "license").replace("colour", "color")
    assert [list(row) for row in rows] == [
        ["CC0-1.0", None, None, None, None],
        ["X", None, None, None, None],
        ["MIT", "gold", None, None, None],
        ["CC0-1.0", None, new, None, None],
    ]
