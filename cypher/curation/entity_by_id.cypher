// Return the entity of a Byline ID or external ID, with its own IDs.
// @param id: string        a Byline ID, or the value of an external ID
// @param scheme: string    `byline`, or the scheme of the external ID
// @returns id: string, kind: string, name: string, ids: list<string>, retired: list<string>
CALL () {
  MATCH (subject:Paper {id: $id})
  RETURN subject
  UNION
  MATCH (subject:Researcher {id: $id})
  RETURN subject
  UNION
  MATCH (subject:Institution {id: $id})
  RETURN subject
  UNION
  MATCH (subject:Funder {id: $id})
  RETURN subject
  UNION
  MATCH (subject:Venue {id: $id})
  RETURN subject
  UNION
  MATCH (subject:Volume {id: $id})
  RETURN subject
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $id})-[:IDENTIFIES]->(subject)
  RETURN subject
}
RETURN subject.id AS id,
       toLower(head([
         label IN labels(subject) WHERE label IN ['Paper', 'Researcher', 'Institution', 'Funder', 'Venue', 'Volume']
       ])) AS kind,
       coalesce(subject.title, subject.name) AS name,
       COLLECT {
         MATCH (one:Identifier)-[:IDENTIFIES]->(subject)
         WHERE one.scheme <> 'byline'
         RETURN one.scheme + ':' + one.value AS known ORDER BY known
       } AS ids,
       COLLECT {
         MATCH (one:Identifier {scheme: 'byline'})-[:IDENTIFIES]->(subject) RETURN one.value AS known ORDER BY known
       } AS retired
