// Which researchers have the highest h-index in this graph, and how concentrated is it on few papers?
// @param limit: int  maximum number of people
// @returns person: string, hIndex: int, papers: int, citations: int, mostCited: int
// @scan because every researcher is compared
// @example
MATCH (person:Researcher)
WHERE person.hIndex > 0
WITH person ORDER BY person.hIndex DESC, person.citationCount DESC, person.ord LIMIT $limit
RETURN person.name AS person, person.hIndex AS hIndex, person.paperCount AS papers, person.citationCount AS citations,
       COLLECT { MATCH (person)-[:AUTHORED]->(paper) RETURN max(paper.citationCount) }[0] AS mostCited
ORDER BY hIndex DESC, citations DESC, person
