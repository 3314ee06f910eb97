// Write the funding of these papers and by these funders, as records state it: one relationship per pair, with all
// awards.
// @param ids: list<string>    the papers' and the funders' IDs
CALL () {
  UNWIND $ids AS id
  MATCH (paper:Paper {id: id})<-[:DESCRIBES]-(record)-[refers:REFERS_TO {kind: 'funder'}]->()-[:IDENTIFIES]->(funder:Funder)
  USING INDEX SEEK paper:Paper(id)
  RETURN paper, funder, record, refers
  UNION
  UNWIND $ids AS id
  MATCH (funder:Funder {id: id})<-[:IDENTIFIES]-()<-[refers:REFERS_TO {kind: 'funder'}]-(record)-[:DESCRIBES]->(paper:Paper)
  USING INDEX SEEK funder:Funder(id)
  RETURN paper, funder, record, refers
}
WITH paper, funder, record.source AS source, refers.awards AS awards
UNWIND CASE awards WHEN [] THEN [null] ELSE awards END AS award
WITH paper, funder, source, award
ORDER BY award, source
WITH paper, funder, collect(DISTINCT award) AS awards, collect(DISTINCT source) AS sources
UNWIND sources AS source
WITH paper, funder, awards, source
ORDER BY source
WITH paper, funder, awards, collect(source) AS sources
MERGE (paper)-[funded:FUNDED_BY]->(funder)
SET funded.awards = awards, funded.sources = sources, funded.fid = funder.id, funded.ord = paper.ord, funder:Stale
