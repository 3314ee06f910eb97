// Return the name of a researcher, and the websites of the researcher's institutions, at most 1,000. Returns no row if no
// researcher has the ID.
// @param scheme: string  scheme of the researcher's ID
// @param value: string  ID of the researcher: a Byline ID, current or retired, or an external ID
// @returns name: string, websites: list<string>
WITH head(COLLECT {
  MATCH (entity:Researcher {id: $value})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->(entity:Researcher)
  RETURN entity
}) AS person
WHERE person IS NOT NULL
RETURN person.name AS name, COLLECT {
  MATCH (person)-[:AFFILIATED_WITH]->(institution)
  WHERE institution.website IS NOT NULL
  RETURN institution.website
  LIMIT 1000
} AS websites
