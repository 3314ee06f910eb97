// Return the mentions of researchers, with the evidence that the rules for people use, and more context.
// @param people: list<string>    researchers' IDs
// @returns source: string, key: string, loader: string, role: string, position: int, foldedName: string, nameKey: string
// @returns ids: list<string>, person: string, rule: string, work: string?, coauthorKeys: list<string>
// @returns institutionKeys: list<string>, venueIds: list<string>, records: int, name: string, nth: int, title: string?, year: int?, venues: list<string>
// @returns personName: string, coauthorNames: list<string>, hiddenFields: list<string>
UNWIND $people AS id
MATCH (record:Record)-[mention:MENTIONS]->(person:Researcher {id: id})
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
       COUNT { (work)<-[:DESCRIBES]-() } AS records,
       mention.nameAsWritten AS name,
       1 + COUNT {
         (record)-[other:MENTIONS]->()
         WHERE other.role = mention.role AND other.foldedName = mention.foldedName
           AND other.position < mention.position
       } AS nth,
       coalesce(work.title, work.name) AS title,
       work.year AS year,
       COLLECT { MATCH (work)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(venue:Venue) RETURN DISTINCT venue.id } AS venues,
       person.name AS personName,
       CASE WHEN mention.role = 'person' OR COUNT { (record)-[:MENTIONS]->() } > 100 THEN [] ELSE
         [(record)-[other:MENTIONS]->() WHERE other.role = mention.role AND other.position <> mention.position
          | other.foldedName] END AS coauthorNames,
       coalesce(person.hiddenFields, []) AS hiddenFields
ORDER BY source, key, loader, role, position
