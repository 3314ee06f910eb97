// Return the authors of papers about a topic, with the number of papers and the first year.
// @param id: string  the topic's ID
// @returns node: node, papers: int, firstYear: int, lastYear: int
MATCH (topic:Topic {id: $id})<-[:ABOUT]-(paper)<-[:AUTHORED]-(person)
WITH person, count(DISTINCT paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
RETURN person AS node, papers, firstYear, lastYear
