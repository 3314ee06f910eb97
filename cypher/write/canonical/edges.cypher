// Every relationship between nodes that sources speak of, for an export that two loads can be compared by.
// @returns from: string, type: string, to: string, values: map
// @scan because it exports the whole graph
MATCH (from)-[edge]->(to)
WHERE NOT to:Load AND NOT (from:Identifier AND from.scheme = 'byline')
RETURN elementId(from) AS from, type(edge) AS type, elementId(to) AS to, properties(edge) AS values
