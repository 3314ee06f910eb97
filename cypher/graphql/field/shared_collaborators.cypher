// Return co-authors of two researchers: the ten with most joint papers with both together.
// @param fromId: string  ID of the first researcher
// @param toId: string  ID of the second researcher
// @returns node: node
MATCH (:Researcher {id: $fromId})-[one:COLLABORATED_WITH]-(person:Researcher)-[other:COLLABORATED_WITH]-(:Researcher {id: $toId})
WITH person, one.papers + other.papers AS papers
ORDER BY papers DESC, person.ord
LIMIT 10
RETURN person AS node
