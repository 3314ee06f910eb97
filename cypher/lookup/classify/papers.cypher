// Return papers in the order of their IDs: text, topics of a scheme, whether any source states topics, external
// IDs, and the keys of the records that the classifier wrote.
// @param after: string     the ID after which the page begins
// @param scheme: string    the scheme
// @param limit: int        maximum number of papers
// @returns id: string, title: string?, abstract: string?, topics: list<string>, hasTopics: bool, ids: list<string>, classifierKeys: list<string>
MATCH (paper:Paper)
WHERE paper.id > $after
WITH paper
ORDER BY paper.id
LIMIT $limit
CALL (paper) {
  OPTIONAL MATCH (paper)-[about:ABOUT]->(topic)
  WHERE about.source <> 'byline'
  RETURN collect(CASE WHEN topic.scheme = $scheme THEN topic.code END) AS topics, count(topic) > 0 AS hasTopics
}
CALL (paper) {
  OPTIONAL MATCH (paper)<-[:IDENTIFIES]-(identifier)
  WHERE identifier.scheme <> 'byline'
  RETURN collect(identifier.scheme + ':' + identifier.value) AS ids
}
CALL (paper) {
  OPTIONAL MATCH (paper)<-[:DESCRIBES]-(record {source: 'byline'})
  RETURN collect(record.key) AS classifierKeys
}
RETURN paper.id AS id, paper.title AS title, paper.abstract AS abstract, topics, hasTopics, ids, classifierKeys
ORDER BY id
