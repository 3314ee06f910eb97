// Return the records of an entity, with the rule that assigned each, and the IDs that belong to other entities.
// @param id: string    Byline ID
// @returns source: string, key: string, loader: string, rule: string, url: string?, statement: string
// @returns conflicts: list<string>
CALL () {
  MATCH (record:Record)-[:DESCRIBES]->(:Paper {id: $id})
  RETURN record
  UNION
  MATCH (record:Record)-[:DESCRIBES]->(:Institution {id: $id})
  RETURN record
  UNION
  MATCH (record:Record)-[:DESCRIBES]->(:Funder {id: $id})
  RETURN record
  UNION
  MATCH (record:Record)-[:DESCRIBES]->(:Venue {id: $id})
  RETURN record
  UNION
  MATCH (record:Record)-[:DESCRIBES]->(:Volume {id: $id})
  RETURN record
}
RETURN record.source AS source, record.key AS key, record.loader AS loader, record.rule AS rule, record.url AS url,
       record.statement AS statement, coalesce(record.conflicts, []) AS conflicts
ORDER BY source, key, loader
