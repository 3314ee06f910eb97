// Return researchers whose work is similar, with the reasons. The score is the sum of the reasons: each paper that both
// cite (at most 40) 0.25, each topic in common (at most 10) 0.1. The 50 newest papers of the researcher that have
// references, among the 500 newest, 300 of these references with at most 2,000 citations, those that most of the papers
// cite first, and the 50 newest citing papers of each reference are read. Author lists with over 100 people, and researchers
// who opted out, are ignored.
// Topics are those of the 500 newest papers of the researcher and of the 200 newest of the others, compared for the 200
// researchers with most shared references.
// @param id: string  the researcher's ID
// @param first: int  maximum number
// @returns node: node, score: float, reasons: list<map>
MATCH (start:Researcher {id: $id})
CALL (start) {
  MATCH ()-[by:AUTHORED]->(paper)
  WHERE by.rid = start.id AND by.ord IS NOT NULL
  WITH by, paper ORDER BY by.rid, by.ord LIMIT 500
  RETURN collect(paper) AS own
}
CALL (own) {
  UNWIND own AS paper
  MATCH (paper)-[:ABOUT]->(topic)
  RETURN collect(DISTINCT topic) AS ownTopics
}
CALL (own, start) {
  UNWIND own AS paper
  WITH start, paper WHERE EXISTS { (paper)-[:CITES]->() }
  WITH start, paper ORDER BY paper.ord LIMIT 50
  MATCH (paper)-[:CITES]->(reference)
  WHERE coalesce(reference.citationCount, 0) <= 2000
  WITH start, reference, count(*) AS times ORDER BY times DESC, reference.ord LIMIT 300
  CALL (reference) {
    MATCH (citing)-[citation:CITES]->()
    WHERE citation.pid = reference.id AND citation.ord IS NOT NULL
    RETURN citing ORDER BY citation.pid, citation.ord LIMIT 50
  }
  WITH start, reference, citing
  WHERE citing.authorCount <= 100
  MATCH (citing)<-[:AUTHORED]-(other)
  WHERE other <> start AND other.optedOut IS NULL
  WITH DISTINCT other, reference
  ORDER BY reference.ord
  WITH other, collect(reference) AS references
  ORDER BY size(references) DESC, other.ord
  LIMIT 200
  RETURN other, references
}
CALL (other, ownTopics) {
  MATCH ()-[by:AUTHORED]->(paper)
  WHERE by.rid = other.id AND by.ord IS NOT NULL
  WITH ownTopics, by, paper ORDER BY by.rid, by.ord LIMIT 200
  MATCH (paper)-[:ABOUT]->(topic)
  WHERE topic IN ownTopics
  WITH topic, count(*) AS papers ORDER BY papers DESC, topic.ord
  RETURN collect(topic) AS topics
}
WITH other, references, topics,
     0.25 * CASE WHEN size(references) < 40 THEN size(references) ELSE 40 END AS referenceScore,
     CASE WHEN size(topics) < 10 THEN size(topics) ELSE 10 END / 10.0 AS topicScore
WITH *, referenceScore + topicScore AS score
ORDER BY score DESC, other.ord
LIMIT $first
WITH other, score, [reason IN [
       {kind: 'SHARED_REFERENCES', count: size(references), score: referenceScore, researchers: [], papers: references[..5],
        topics: [], institutions: []},
       {kind: 'SHARED_TOPICS', count: size(topics), score: topicScore, researchers: [], papers: [], topics: topics[..5],
        institutions: []}
     ] WHERE reason.count > 0] AS reasons
CALL (reasons) {
  UNWIND reasons AS reason
  WITH reason ORDER BY reason.score DESC, reason.kind
  RETURN collect(reason) AS ranked
}
RETURN other AS node, score, ranked AS reasons
ORDER BY score DESC, node.ord
