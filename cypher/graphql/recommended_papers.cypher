// Return papers to read for a user who likes some papers and dislikes others, with the liked papers that lead to each. A
// paper shares references, citing papers (1 each), authors (0.5) or topics (0.25) with a liked paper, or has a near vector (2
// times the cosine similarity); what it shares with a disliked paper is subtracted. References with over 2,000 citations and
// author lists with over 100 people are ignored. Of each paper, the 500 newest citing papers are read, the 50 newest papers
// of each topic, and the 100 papers with the nearest vectors.
// @param liked: list<list<string>>  [scheme, value] of each liked paper; the scheme of Byline IDs is `byline`
// @param disliked: list<list<string>>  [scheme, value] of each disliked paper, likewise
// @param first: int  maximum number
// @returns node: node, score: float, because: list<map>
CALL () {
  UNWIND [key IN $liked | [key, 1.0]] + [key IN $disliked | [key, -1.0]] AS entry
  WITH entry[0] AS key, entry[1] AS sign
  CALL (key) {
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(paper:Paper) RETURN paper
    UNION
    MATCH (paper:Paper {id: key[1]}) WHERE key[0] = 'byline' RETURN paper
  }
  WITH paper, max(sign) AS sign, min(sign) AS least
  WHERE sign = least // a paper that is liked and disliked counts for nothing
  RETURN collect({paper: paper, sign: sign}) AS seeds, collect(paper) AS given
}
UNWIND seeds AS seed
WITH given, seed.paper AS paper, seed.sign AS sign
CALL (paper) {
  MATCH (paper)-[:CITES]->(cited)<-[:CITES]-(other)
  WHERE coalesce(cited.citationCount, 0) <= 2000
  RETURN other, count(*) * 1.0 AS strength
  UNION ALL
  CALL (paper) {
    MATCH (citing)-[citation:CITES]->()
    WHERE citation.pid = paper.id AND citation.ord IS NOT NULL
    RETURN citing ORDER BY citation.pid, citation.ord LIMIT 500
  }
  MATCH (citing)-[:CITES]->(other)
  RETURN other, count(*) * 1.0 AS strength
  UNION ALL
  MATCH (paper)<-[:AUTHORED]-(person)-[:AUTHORED]->(other)
  WHERE paper.authorCount <= 100 AND other.authorCount <= 100
  RETURN other, count(*) * 0.5 AS strength
  UNION ALL
  MATCH (paper)-[:ABOUT]->(topic)
  CALL (topic) {
    MATCH (other)-[about:ABOUT]->()
    WHERE about.tid = topic.id AND about.ord IS NOT NULL
    RETURN other ORDER BY about.tid, about.ord LIMIT 50
  }
  RETURN other, count(*) * 0.25 AS strength
  UNION ALL
  MATCH (paper)-[:HAS_EMBEDDING]->(embedding)
  CALL db.index.vector.queryNodes('embedding_vector', 101, embedding.vector) YIELD node // this paper is one
  WITH embedding, node
  WHERE node.model = embedding.model
  WITH node, 2 * vector.similarity.cosine(node.vector, embedding.vector) - 1 AS similarity
  WHERE similarity > 0
  MATCH (node)<-[:HAS_EMBEDDING]-(other)
  RETURN other, 2.0 * similarity AS strength
}
WITH given, paper, sign, other, sum(strength) AS strength
WHERE NOT other IN given
WITH other, sum(sign * strength) AS score,
     [reason IN collect({node: paper, score: strength, sign: sign}) WHERE reason.sign > 0] AS because
WHERE score > 0
WITH other, score, because
ORDER BY score DESC, other.ord
LIMIT $first
CALL (because) {
  UNWIND because AS reason
  WITH reason ORDER BY reason.score DESC, reason.node.ord LIMIT 5
  RETURN collect(reason) AS strongest
}
RETURN other AS node, score, strongest AS because
ORDER BY score DESC, node.ord
