// Records that state ids which another record of their source holds.
// @param after: string    only records whose source and key, with a colon between, sort above it; empty for all
// @param limit: int       at most this many
// @returns record: string, id: string?, name: string?, stated: list<string>, holders: list<map>
// @scan because only a curator asks: of the ids that records state, few are in conflict
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
