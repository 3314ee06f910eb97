// Return all mentions in all records of the entities that these records describe.
// @param keys: list<any>    [source, key, loader] of one record of each entity
// @returns source: string, key: string, loader: string, role: string, position: int, foldedName: string, nameKey: string
// @returns ids: list<string>, person: string, rule: string, work: string?, coauthorKeys: list<string>
// @returns institutionKeys: list<string>, venueIds: list<string>, records: int
// @row MentionRow
UNWIND $keys AS wanted
MATCH (known:Record {source: wanted[0], key: wanted[1], loader: wanted[2]})-[:DESCRIBES]->(work)
USING INDEX SEEK known:Record(source, key, loader)
MATCH (record)-[:DESCRIBES]->(work)
MATCH (record)-[mention:MENTIONS]->(person:Researcher)
RETURN record.source AS source, record.key AS key, record.loader AS loader, mention.role AS role,
       mention.position AS position, mention.foldedName AS foldedName,
       mention.nameKey AS nameKey, coalesce(mention.ids, []) AS ids,
       person.id AS person, mention.rule AS rule, work.id AS work,
       CASE WHEN mention.role = 'person' OR COUNT { (record)-[:MENTIONS]->() } > 100 THEN [] ELSE
         [(record)-[other:MENTIONS]->() WHERE other.role = mention.role AND other.position <> mention.position
          | other.nameKey] END AS coauthorKeys,
       [(record)-[from:HAS_AFFILIATION]->(place)
        WHERE from.position = CASE mention.role WHEN 'person' THEN 0 ELSE mention.position END
        | coalesce(place.folded, 'ror:' + place.value)] AS institutionKeys,
       coalesce(mention.venueIds, []) AS venueIds,
       COUNT { (work)<-[:DESCRIBES]-() } AS records
