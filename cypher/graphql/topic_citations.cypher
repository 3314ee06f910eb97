// Return the papers of a topic, the oldest first, and the citations among them: of the 2,000 most cited papers at most. No
// row if the topic is unknown.
// @param topic: list<string>?  [scheme, value] of an ID; the scheme of Byline IDs is `byline`
// @param code: string?  code in the scheme arxiv
// @returns papers: list<string>, citations: list<list<string>>, truncated: bool
WITH $topic AS key, $code AS code
CALL (key, code) {
  MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(topic:Topic)
  RETURN topic
  UNION
  MATCH (topic:Topic {id: key[1]})
  RETURN topic
  UNION
  MATCH (topic:Topic {scheme: 'arxiv', code: code})
  RETURN topic
}
WITH topic
LIMIT 1
CALL (topic) {
  MATCH (topic)<-[:ABOUT]-(paper)
  WHERE paper.citationCount > 0 OR paper.referenceCount > 0
  WITH paper
  ORDER BY coalesce(paper.citationCount, 0) DESC, paper.ord
  LIMIT 2001
  RETURN collect(paper) AS found
}
WITH topic, found[..2000] AS papers, size(found) > 2000 AS truncated
CALL (topic, papers) {
  UNWIND papers AS citing
  MATCH (citing)-[:CITES]->(cited)
  WHERE EXISTS { (cited)-[:ABOUT]->(topic) } // the caller leaves out papers beyond the 2,000
  RETURN collect([citing.id, cited.id]) AS citations
}
CALL (papers) {
  UNWIND papers AS paper
  WITH paper
  ORDER BY coalesce(paper.publishedOn, toString(paper.year), '9'), paper.id
  RETURN collect(paper.id) AS ids
}
RETURN ids AS papers, citations, truncated
