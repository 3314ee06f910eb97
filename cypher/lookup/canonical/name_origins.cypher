// Return the relationships that identify nodes without a key of their own, for the canonical export.
// @returns start: string, type: string, end: string, mentionPosition: string
// @scan because it exports the whole graph
MATCH (from)-[edge:IDENTIFIES|DESCRIBES|MENTIONS|AVAILABLE_AS]->(to)
WHERE NOT (from:Identifier AND from.scheme = 'byline')
RETURN elementId(from) AS start, type(edge) AS type, elementId(to) AS end,
       CASE type(edge) WHEN 'MENTIONS' THEN edge.role + ' ' + toString(edge.position) ELSE '' END AS mentionPosition
