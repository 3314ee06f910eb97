// Return the IDs of all researchers with co-authors, in the order of their sort keys.
// @returns id: string
// @scan because the whole network is read
MATCH (person:Researcher)
WHERE EXISTS { (person)-[:COLLABORATED_WITH]-() }
RETURN person.id AS id
ORDER BY person.ord
