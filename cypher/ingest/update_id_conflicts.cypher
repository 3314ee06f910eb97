// Update the conflicting person IDs of records that a batch does not write.
// @param rows: list<map>    source, key, loader, stated and refused: IDs as scheme:value
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
CALL (record, row) {
  MATCH (record)-[states:CLAIMS_CONFLICTING_ID]->(identifier)
  WHERE identifier.scheme + ':' + identifier.value IN row.stated
  SET identifier:Stale
  DELETE states
}
WITH record, row, [one IN coalesce(record.conflicts, []) WHERE NOT one IN row.stated] + row.refused AS conflicts
SET record.conflicts = CASE WHEN size(conflicts) > 0 THEN COLLECT { UNWIND conflicts AS one RETURN one ORDER BY one } END
WITH record, row
UNWIND row.refused AS one
MATCH (identifier:Identifier {scheme: split(one, ':')[0], value: substring(one, size(split(one, ':')[0]) + 1)})
USING INDEX SEEK identifier:Identifier(scheme, value)
CREATE (record)-[:CLAIMS_CONFLICTING_ID]->(identifier)
