// How does a venue develop? Papers, authors and citations of each year.
// @param acl: string  ACL Anthology ID of the venue, such as acl
// @returns year: int, papers: int, authors: int, citations: int, meanCitations: float
// @example acl=acl
MATCH (:Identifier {scheme: 'acl-venue', value: $acl})-[:IDENTIFIES]->(venue:Venue)
MATCH (venue)<-[:PART_OF]-()<-[:APPEARED_IN]-(paper)
WHERE paper.year IS NOT NULL
WITH DISTINCT paper
WITH paper.year AS year, collect(paper) AS papers
CALL (papers) {
  UNWIND papers AS paper
  MATCH (paper)<-[:AUTHORED]-(person)
  RETURN count(DISTINCT person) AS authors
}
WITH year, size(papers) AS papers, authors, reduce(sum = 0, paper IN papers | sum + paper.citationCount) AS citations
RETURN year, papers, authors, citations, round(toFloat(citations) / papers, 2) AS meanCitations
ORDER BY year
