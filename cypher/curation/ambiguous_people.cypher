// Return people without an external ID who may be the same as several people with an ID, with these candidates.
// @param after: string    only people with greater IDs; empty: all
// @param limit: int       maximum number
// @returns id: string, name: string, candidates: list<map>
// @scan because only curators run it, one page at a time, in the order of the IDs
MATCH (person:Researcher)
WHERE person.id > $after AND EXISTS { (person)<-[:MENTIONS {rule: 'ambiguous'}]-() }
WITH person ORDER BY person.id LIMIT $limit
CALL (person) {
  MATCH (person)<-[mention:MENTIONS]-()
  WITH DISTINCT person, mention.foldedName AS name
  MATCH ()-[:MENTIONS {foldedName: name}]->(other:Researcher)
  WHERE other <> person AND EXISTS { (other)<-[:IDENTIFIES]-(one:Identifier) WHERE one.scheme <> 'byline' }
  WITH DISTINCT other ORDER BY other.id
  RETURN collect(other {.id, .name}) AS candidates
}
RETURN person.id AS id, person.name AS name, candidates
ORDER BY id
