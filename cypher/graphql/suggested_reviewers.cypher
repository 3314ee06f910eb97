// Return researchers who can review a paper, or a paper on a topic, with the reasons: authors of papers that the paper
// cites, and authors of papers on its topics or the topic. People with a conflict of interest are left out: authors of
// the paper, their co-authors of the last years before the paper, and people who worked at an institution of the authors
// or of the paper. The score is the sum of the reasons: each cited paper (at most 10) 1, each paper on the topics (at
// most 10, of the 500 newest on each topic) 0.5. Author lists with over 100 people, and researchers who opted out, are ignored.
// @param paper: list<string>?  [scheme, value] of the paper; the scheme of Byline IDs is `byline`
// @param topic: list<string>?  [scheme, value] of the topic, likewise
// @param first: int  maximum number
// @param conflictYears: int  number of years before the paper in which a joint paper is a conflict
// @param year: int  the current year, for papers without a year
// @returns node: node, score: float, reasons: list<map>
WITH $paper AS paperKey, $topic AS topicKey
CALL (paperKey) {
  OPTIONAL MATCH (:Identifier {scheme: paperKey[0], value: paperKey[1]})-[:IDENTIFIES]->(other:Paper)
  OPTIONAL MATCH (own:Paper {id: paperKey[1]})
  RETURN coalesce(own, other) AS paper LIMIT 1
}
CALL (topicKey) {
  OPTIONAL MATCH (:Identifier {scheme: topicKey[0], value: topicKey[1]})-[:IDENTIFIES]->(other:Topic)
  OPTIONAL MATCH (own:Topic {id: topicKey[1]})
  RETURN coalesce(own, other) AS topic LIMIT 1
}
CALL (paper, topic) {
  OPTIONAL MATCH (paper)-[:ABOUT]->(about)
  WITH topic, collect(DISTINCT about) AS abouts
  RETURN CASE WHEN topic IS NULL OR topic IN abouts THEN abouts ELSE abouts + topic END AS topics
}
CALL (paper) {
  OPTIONAL MATCH (paper)<-[:AUTHORED]-(author)
  RETURN collect(DISTINCT author) AS authors
}
CALL (paper, authors) {
  UNWIND authors AS author
  MATCH (author)-[pair:COLLABORATED_WITH]-(colleague)
  WHERE pair.lastYear IS NULL OR pair.lastYear >= coalesce(paper.year, $year) - $conflictYears
  RETURN collect(DISTINCT colleague) AS colleagues
}
CALL (paper, authors) {
  CALL (paper, authors) {
    MATCH (paper)-[:WRITTEN_AT]->(institution) RETURN institution
  UNION
    UNWIND authors AS author
    MATCH (author)-[:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution) RETURN institution
  }
  RETURN collect(institution) AS institutions
}
CALL (paper, topics) {
  MATCH (paper)-[:CITES]->(work)
  WHERE work.authorCount <= 100
  WITH DISTINCT work
  MATCH (work)<-[:AUTHORED]-(other)
  RETURN other, {cited: work} AS found
UNION ALL
  UNWIND topics AS about
  CALL (about) {
    MATCH (work)-[filed:ABOUT]->()
    WHERE filed.tid = about.id AND filed.ord IS NOT NULL
    RETURN work ORDER BY filed.tid, filed.ord LIMIT 500
  }
  WITH DISTINCT paper, work
  WHERE work.authorCount <= 100 AND (paper IS NULL OR work <> paper)
  MATCH (work)<-[:AUTHORED]-(other)
  RETURN other, {work: work} AS found
}
WITH authors, colleagues, institutions, other, collect(found.cited) AS cited, collect(found.work) AS works
WHERE other.optedOut IS NULL AND NOT other IN authors AND NOT other IN colleagues
  AND NOT EXISTS { (other)-[:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution) WHERE institution IN institutions }
WITH other, cited, works, 1.0 * CASE WHEN size(cited) < 10 THEN size(cited) ELSE 10 END AS citedScore,
     0.5 * CASE WHEN size(works) < 10 THEN size(works) ELSE 10 END AS workScore
WITH *, citedScore + workScore AS score
ORDER BY score DESC, other.ord
LIMIT $first
CALL (cited) {
  UNWIND cited AS work
  WITH work ORDER BY work.ord LIMIT 5
  RETURN collect(work) AS newestCited
}
CALL (works) {
  UNWIND works AS work
  WITH work ORDER BY work.ord LIMIT 5
  RETURN collect(work) AS newestWorks
}
WITH other, score, [reason IN [
       {kind: 'CITED_WORK', count: size(cited), score: citedScore, researchers: [], papers: newestCited, topics: [], institutions: []},
       {kind: 'WORK_ON_TOPICS', count: size(works), score: workScore, researchers: [], papers: newestWorks, topics: [], institutions: []}
     ] WHERE reason.count > 0] AS reasons
RETURN other AS node, score,
       CASE WHEN reasons[1].score > reasons[0].score THEN [reasons[1], reasons[0]] ELSE reasons END AS reasons
ORDER BY score DESC, node.ord
