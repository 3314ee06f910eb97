// Return the entities to which the IDs, records and names in decisions lead; for names, all mentions of the
// record.
// @param ids: list<any>        [scheme, value] of each external ID
// @param records: list<any>    [source, key] of each record
// @param names: list<any>      [source, key, role] of each record that names people
// @returns kind: string, spoken: list<string>, id: string, name: string, loader: string, position: int
CALL () {
  UNWIND $ids AS spoken
  MATCH (:Identifier {scheme: spoken[0], value: spoken[1]})-[:IDENTIFIES]->(found)
  RETURN 'id' AS kind, spoken, found.id AS id, '' AS name, '' AS loader, 0 AS position
  UNION
  UNWIND $records AS spoken
  MATCH (record:Record)-[:DESCRIBES]->(found)
  WHERE record.source = spoken[0] AND record.key = spoken[1] AND record.loader IS NOT NULL
  RETURN 'record' AS kind, spoken, found.id AS id, '' AS name, record.loader AS loader, 0 AS position
  UNION
  UNWIND $names AS spoken
  MATCH (record:Record)-[mention:MENTIONS]->(found)
  WHERE record.source = spoken[0] AND record.key = spoken[1] AND record.loader IS NOT NULL
    AND mention.role = spoken[2]
  RETURN 'name' AS kind, spoken, found.id AS id, mention.foldedName AS name, record.loader AS loader,
         mention.position AS position
}
RETURN kind, spoken, id, name, loader, position
ORDER BY kind, spoken, loader, position
