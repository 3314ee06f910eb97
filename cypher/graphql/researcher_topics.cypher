// The topics of a researcher's papers, cross-listed ones too, with how many papers and since when.
// @param id: string  the researcher's id
// @returns node: node, papers: int, firstYear: int, lastYear: int
MATCH (person:Researcher {id: $id})-[:AUTHORED]->(paper)-[:ABOUT]->(topic)
WITH topic, count(DISTINCT paper) AS papers, min(paper.year) AS firstYear, max(paper.year) AS lastYear
RETURN topic AS node, papers, firstYear, lastYear
