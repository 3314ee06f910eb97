// Return papers similar to a paper, with the reasons. Shared references and shared citing papers give 1 point each,
// shared people 0.5, shared topics 0.25, the cosine similarity of the vectors 2. A score is 100 times the points divided by
// the points of an identical paper: one with the same references, citing papers, people, topics and vector. References with
// over 2,000 citations and author lists with over 100 people are ignored. At most the 500 newest citing papers, the 50 newest papers of a
// topic, and the 100 papers with the nearest vectors are read.
// @param id: string  the paper's ID
// @param first: int  maximum number
// @param by: list<string>  kinds of reasons that count
// @returns node: node, score: float, reasons: list<map>
MATCH (paper:Paper {id: $id})
CALL (paper) {
  WITH COUNT { (paper)<-[:CITES]-() } AS citing, COUNT { MATCH (paper)-[:ABOUT]->(topic) RETURN DISTINCT topic } AS topics,
       COUNT { (paper)-[:CITES]->(cited) WHERE cited.citationCount <= 2000 } AS references, COUNT { (paper)<-[:AUTHORED]-() } AS people,
       EXISTS { (paper)-[:HAS_EMBEDDING]->() } AS hasVector
  RETURN CASE WHEN 'SHARED_REFERENCES' IN $by THEN references ELSE 0 END
       + CASE WHEN NOT 'CITED_TOGETHER' IN $by THEN 0 WHEN citing > 500 THEN 500 ELSE citing END
       + CASE WHEN 'SHARED_AUTHORS' IN $by AND people <= 100 THEN people * 0.5 ELSE 0 END
       + CASE WHEN 'SHARED_TOPICS' IN $by THEN topics * 0.25 ELSE 0 END
       + CASE WHEN 'MEANING' IN $by AND hasVector THEN 2.0 ELSE 0 END AS highest
}
CALL (paper) {
  WITH paper WHERE 'SHARED_REFERENCES' IN $by
  MATCH (paper)-[:CITES]->(cited)<-[:CITES]-(other)
  WHERE cited.citationCount <= 2000
  RETURN other, 'SHARED_REFERENCES' AS kind, count(*) AS number, count(*) * 1.0 AS points, null AS similarity
  UNION ALL
  WITH paper WHERE 'CITED_TOGETHER' IN $by
  MATCH ()-[citing:CITES]->(paper)
  WITH citing ORDER BY citing.ord LIMIT 500
  WITH startNode(citing) AS citer
  MATCH (citer)-[:CITES]->(other)
  RETURN other, 'CITED_TOGETHER' AS kind, count(*) AS number, count(*) * 1.0 AS points, null AS similarity
  UNION ALL
  WITH paper WHERE 'SHARED_AUTHORS' IN $by
  MATCH (paper)<-[:AUTHORED]-(person)-[:AUTHORED]->(other)
  WHERE paper.authorCount <= 100 AND other.authorCount <= 100
  RETURN other, 'SHARED_AUTHORS' AS kind, count(*) AS number, count(*) * 0.5 AS points, null AS similarity
  UNION ALL
  WITH paper WHERE 'SHARED_TOPICS' IN $by
  MATCH (paper)-[:ABOUT]->(topic)
  CALL (topic) {
    MATCH (other)-[about:ABOUT]->()
    WHERE about.tid = topic.id AND about.ord IS NOT NULL
    RETURN other
    ORDER BY about.tid, about.ord
    LIMIT 50
  }
  RETURN DISTINCT other, 'NEW_ON_TOPIC' AS kind, 0 AS number, 0.0 AS points, null AS similarity
  UNION ALL
  WITH paper WHERE 'MEANING' IN $by
  MATCH (paper)-[:HAS_EMBEDDING]->(embedding)
  CALL db.index.vector.queryNodes('embedding_vector', 101, embedding.vector) YIELD node // this paper is one
  WITH embedding, node
  WHERE node.model = embedding.model
  WITH node, 2 * vector.similarity.cosine(node.vector, embedding.vector) - 1 AS similarity // the scores of the index are not exact in Neo4j 5
  WHERE similarity > 0
  MATCH (node)<-[:HAS_EMBEDDING]-(other)
  RETURN other, 'MEANING' AS kind, 0 AS number, 2.0 * similarity AS points, similarity
}
WITH paper, highest, other, kind, number, points, similarity
WHERE other <> paper
WITH paper, highest, other, sum(points) AS strength,
     [reason IN collect({kind: kind, count: number, score: points, similarity: similarity}) WHERE reason.score > 0] AS found
ORDER BY strength DESC, other.ord
LIMIT 1000
WITH paper, highest, other, strength, found,
     CASE WHEN 'SHARED_TOPICS' IN $by
          THEN COUNT { MATCH (paper)-[:ABOUT]->(topic)<-[:ABOUT]-(other) RETURN DISTINCT topic } ELSE 0 END AS topics
WITH paper, highest, other, strength + topics * 0.25 AS points,
     found + CASE WHEN topics > 0 THEN [{kind: 'SHARED_TOPICS', count: topics, score: topics * 0.25, similarity: null}] ELSE [] END AS reasons
WHERE points > 0
WITH paper, highest, other, points, reasons
ORDER BY points DESC, other.ord
LIMIT $first
UNWIND reasons AS reason
WITH paper, highest, other, points, reason, round(100 * reason.score / highest, 2) AS share
ORDER BY reason.score DESC, reason.kind
WITH other, points, round(100 * points / highest, 2) AS score,
     collect({kind: reason.kind, count: reason.count, score: share, similarity: reason.similarity, fromId: paper.id, toId: other.id}) AS reasons
RETURN other AS node, CASE WHEN score > 100 THEN 100.0 ELSE score END AS score, reasons
ORDER BY points DESC, other.ord
