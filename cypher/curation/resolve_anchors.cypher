// Return the entities to which the anchors of decisions resolve: external IDs, records, and names in records. For a name,
// all mentions of the record in its role are returned.
// @param ids: list<any>        [scheme, value] of each external ID
// @param records: list<any>    [source, key] of each record
// @param names: list<any>      [source, key, role] of each record that names people
// @returns kind: string, target: list<string>, id: string, name: string, loader: string, position: int
CALL () {
  UNWIND $ids AS target
  MATCH (:Identifier {scheme: target[0], value: target[1]})-[:IDENTIFIES]->(entity)
  RETURN 'id' AS kind, target, entity.id AS id, '' AS name, '' AS loader, 0 AS position
  UNION
  UNWIND $records AS target
  MATCH (record:Record)-[:DESCRIBES]->(entity)
  WHERE record.source = target[0] AND record.key = target[1] AND record.loader IS NOT NULL
  RETURN 'record' AS kind, target, entity.id AS id, '' AS name, record.loader AS loader, 0 AS position
  UNION
  UNWIND $names AS target
  MATCH (record:Record)-[mention:MENTIONS]->(entity)
  WHERE record.source = target[0] AND record.key = target[1] AND record.loader IS NOT NULL
    AND mention.role = target[2]
  RETURN 'name' AS kind, target, entity.id AS id, mention.foldedName AS name, record.loader AS loader,
         mention.position AS position
}
RETURN kind, target, id, name, loader, position
ORDER BY kind, target, loader, position
