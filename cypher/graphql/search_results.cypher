// Return the entities that graphql/search found, with their scores. An entity that was removed since is left out.
// @param found: list<list>  ID and score of each entity
// @returns node: node, score: float
UNWIND $found AS row
MATCH (node:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: row[0]})
RETURN node, row[1] AS score
