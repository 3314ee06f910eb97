// Return the mentions with one of these name keys, with the evidence that the rules for people use.
// @param keys: list<string>    keys of names
// @returns source: string, key: string, loader: string, role: string, position: int, foldedName: string, nameKey: string
// @returns ids: list<string>, person: string, rule: string, work: string?, coauthorKeys: list<string>
// @returns institutionKeys: list<string>, venueIds: list<string>, records: int
// @row MentionRow
UNWIND $keys AS wanted
MATCH (record:Record)-[mention:MENTIONS {nameKey: wanted}]->(person:Researcher)
USING INDEX SEEK mention:MENTIONS(nameKey)
OPTIONAL MATCH (record)-[:DESCRIBES]->(work)
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
