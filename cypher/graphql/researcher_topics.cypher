// Return the topics of a researcher's papers, including secondary topics, with the number of papers and the first
// year.
// @param id: string  the researcher's ID
// @returns node: node, papers: int, firstYear: int, lastYear: int
MATCH (person:Researcher {id: $id})-[:AUTHORED]->(paper)-[:ABOUT]->(topic)
WITH topic, count(DISTINCT paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
RETURN topic AS node, papers, firstYear, lastYear
