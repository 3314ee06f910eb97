// Return researchers with whom a researcher has not written, but could, with the reasons. The score is the sum of the
// reasons: each shared co-author (at most 20, of the 200 with most joint papers) 0.5, each paper that the researcher
// cites (at most 10) 0.5, each paper that cites the researcher (at most 10; the 50 newest citing papers of each paper are
// read) 0.5, each topic in common (at most 10) 0.1, each institution in common (at most 2) 0.5. The 200 newest papers of
// each are read, and author lists with over 100 people and researchers who opted out are ignored. Topics and institutions are compared for the 200
// researchers with the highest sum of the other reasons.
// @param id: string  the researcher's ID
// @param first: int  maximum number
// @returns node: node, score: float, reasons: list<map>
MATCH (start:Researcher {id: $id})
CALL (start) {
  MATCH ()-[by:AUTHORED]->(paper)
  WHERE by.rid = start.id AND by.ord IS NOT NULL
  WITH by, paper ORDER BY by.rid, by.ord LIMIT 200
  RETURN collect(paper) AS own
}
CALL (own) {
  UNWIND own AS paper
  MATCH (paper)-[:ABOUT]->(topic)
  RETURN collect(DISTINCT topic) AS ownTopics
}
CALL (start, own) {
  CALL (start, own) {
    MATCH (start)-[near:COLLABORATED_WITH]-(between)
    WITH start, between, near ORDER BY near.papers DESC, between.ord LIMIT 200
    MATCH (between)-[:COLLABORATED_WITH]-(other:Researcher)
    WITH other, count(*) AS number
    RETURN other, {shared: number} AS found
  UNION ALL
    UNWIND own AS paper
    MATCH (paper)-[:CITES]->(work)
    WHERE work.authorCount <= 100
    WITH DISTINCT work
    MATCH (work)<-[:AUTHORED]-(other)
    RETURN other, {cited: work} AS found
  UNION ALL
    UNWIND own AS paper
    CALL (paper) {
      MATCH (work)-[citing:CITES]->()
      WHERE citing.pid = paper.id AND citing.ord IS NOT NULL
      RETURN work ORDER BY citing.pid, citing.ord LIMIT 50
    }
    WITH DISTINCT work
    WHERE work.authorCount <= 100
    MATCH (work)<-[:AUTHORED]-(other)
    RETURN other, {citing: work} AS found
  }
  WITH start, other, coalesce(max(found.shared), 0) AS shared, collect(found.cited) AS cited, collect(found.citing) AS citing
  WHERE other <> start AND other.optedOut IS NULL AND NOT EXISTS { (other)-[:COLLABORATED_WITH]-(start) }
  WITH other, shared, cited, citing,
       0.5 * CASE WHEN shared < 20 THEN shared ELSE 20 END AS sharedScore,
       0.5 * CASE WHEN size(cited) < 10 THEN size(cited) ELSE 10 END AS citedScore,
       0.5 * CASE WHEN size(citing) < 10 THEN size(citing) ELSE 10 END AS citingScore
  ORDER BY sharedScore + citedScore + citingScore DESC, other.ord
  LIMIT 200
  RETURN other, shared, cited, citing, sharedScore, citedScore, citingScore
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
CALL (other, start) {
  MATCH (other)-[:AFFILIATED_WITH]->(institution)
  WHERE EXISTS { (institution)<-[:AFFILIATED_WITH]-(start) }
  WITH DISTINCT institution ORDER BY institution.ord
  RETURN collect(institution) AS institutions
}
WITH start, other, shared, cited, citing, topics, institutions, sharedScore, citedScore, citingScore,
     CASE WHEN size(topics) < 10 THEN size(topics) ELSE 10 END / 10.0 AS topicScore,
     0.5 * CASE WHEN size(institutions) < 2 THEN size(institutions) ELSE 2 END AS institutionScore
WITH *, sharedScore + citedScore + citingScore + topicScore + institutionScore AS score
ORDER BY score DESC, other.ord
LIMIT $first
CALL (start, other) {
  MATCH (start)-[near:COLLABORATED_WITH]-(person)-[far:COLLABORATED_WITH]-(other)
  WITH person, near.papers + far.papers AS papers ORDER BY papers DESC, person.ord LIMIT 5
  RETURN collect(person) AS people
}
CALL (cited) {
  UNWIND cited AS paper
  WITH paper ORDER BY paper.ord LIMIT 5
  RETURN collect(paper) AS newestCited
}
CALL (citing) {
  UNWIND citing AS paper
  WITH paper ORDER BY paper.ord LIMIT 5
  RETURN collect(paper) AS newestCiting
}
WITH other, score, [reason IN [
       {kind: 'SHARED_COLLABORATORS', count: shared, score: sharedScore, researchers: people, papers: [], topics: [], institutions: []},
       {kind: 'CITED_WORK', count: size(cited), score: citedScore, researchers: [], papers: newestCited, topics: [], institutions: []},
       {kind: 'CITING_WORK', count: size(citing), score: citingScore, researchers: [], papers: newestCiting, topics: [], institutions: []},
       {kind: 'SHARED_TOPICS', count: size(topics), score: topicScore, researchers: [], papers: [], topics: topics[..5], institutions: []},
       {kind: 'SAME_INSTITUTION', count: size(institutions), score: institutionScore, researchers: [], papers: [], topics: [],
        institutions: institutions[..5]}
     ] WHERE reason.count > 0] AS reasons
CALL (reasons) {
  UNWIND reasons AS reason
  WITH reason ORDER BY reason.score DESC, reason.kind
  RETURN collect(reason) AS ranked
}
RETURN other AS node, score, ranked AS reasons
ORDER BY score DESC, node.ord
