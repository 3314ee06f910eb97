// Return records that state IDs which another record of their source owns.
// @param after: string    only records with a greater `source:key`; empty: all
// @param limit: int       maximum number
// @returns record: string, id: string?, name: string?, stated: list<string>, holders: list<map>
// @scan because only curators run it, and few of the stated IDs are in conflict
MATCH (record:Record)-[:CLAIMS_CONFLICTING_ID]->(stated:Identifier)
WITH record, record.source + ':' + record.key AS name, stated
WHERE name > $after
WITH record, name, collect(DISTINCT stated) AS ids
ORDER BY name LIMIT $limit
OPTIONAL MATCH (record)-[:DESCRIBES]->(subject)
RETURN name AS record, subject.id AS id, coalesce(subject.title, subject.name) AS name,
       [one IN ids | one.scheme + ':' + one.value] AS stated,
       COLLECT {
         UNWIND ids AS one
         MATCH (one)-[:IDENTIFIES]->(holder)
         RETURN DISTINCT holder {.id, name: coalesce(holder.title, holder.name)} AS held
       } AS holders
ORDER BY record
