// Which topics does a topic build on, and which build on it? Citations to and from papers of other topics.
// @param code: string  the topic's code, such as cs.CL
// @param limit: int  maximum number of topics
// @returns topic: string, citedByTopic: int, citingTopic: int
// @example code=cs.CL
MATCH (topic:Topic {scheme: 'arxiv', code: $code})
CALL (topic) {
  MATCH (topic)<-[:ABOUT]-()-[:CITES]->()-[:ABOUT]->(other)
  RETURN other, count(*) AS outgoing, 0 AS incoming
  UNION ALL
  MATCH (topic)<-[:ABOUT]-()<-[:CITES]-()-[:ABOUT]->(other)
  RETURN other, 0 AS outgoing, count(*) AS incoming
}
WITH topic, other, sum(outgoing) AS citedByTopic, sum(incoming) AS citingTopic
WHERE other <> topic
ORDER BY citedByTopic + citingTopic DESC, other.ord
LIMIT $limit
RETURN other.code AS topic, citedByTopic, citingTopic
