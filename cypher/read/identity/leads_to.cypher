// What the ids, records and names of which decisions speak lead to now.
// @param ids: list<any>        [scheme, value] of each outside id
// @param records: list<any>    [source, key] of each record
// @param names: list<any>      [source, key, role, folded name, which of that name in the record] of each name
// @returns kind: string, spoken: list<any>, id: string
CALL () {
  UNWIND $ids AS spoken
  MATCH (:Identifier {scheme: spoken[0], value: spoken[1]})-[:IDENTIFIES]->(found)
  RETURN 'id' AS kind, spoken, found.id AS id
  UNION
  UNWIND $records AS spoken
  MATCH (record:Record)-[:DESCRIBES]->(found)
  WHERE record.source = spoken[0] AND record.key = spoken[1] AND record.loader IS NOT NULL
  RETURN 'record' AS kind, spoken, found.id AS id
  UNION
  UNWIND $names AS spoken
  MATCH (record:Record)-[mention:MENTIONS]->(found)
  WHERE record.source = spoken[0] AND record.key = spoken[1] AND record.loader IS NOT NULL
    AND mention.role = spoken[2] AND mention.foldedName = spoken[3]
    AND spoken[4] = 1 + COUNT {
      (record)-[other:MENTIONS]->()
      WHERE other.role = mention.role AND other.foldedName = mention.foldedName AND other.position < mention.position
    }
  RETURN 'name' AS kind, spoken, found.id AS id
}
RETURN kind, spoken, id
