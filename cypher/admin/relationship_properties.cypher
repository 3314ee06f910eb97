// Which relationships there are, between which labels, how many, and which properties they carry how often.
// @returns type: string, start: string, end: string, edges: int, properties: list<list<string>>
// @scan because every relationship is counted
MATCH (a)-[r]->(b)
WITH type(r) AS type, labels(a)[0] AS start, labels(b)[0] AS end, keys(r) AS names
WITH type, start, end, names, count(*) AS edges
WITH type, start, end, sum(edges) AS edges, collect(names) AS properties
RETURN type, start, end, edges, properties
ORDER BY type, start, end
