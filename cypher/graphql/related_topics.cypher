// Return topics that occur in the same papers as a topic, with the number of these papers and their share of the topic's
// papers. The 5,000 newest papers of the topic are read.
// @param id: string  the topic's ID
// @returns node: node, papers: int, share: float
MATCH (topic:Topic {id: $id})
CALL (topic) {
  MATCH (paper)-[about:ABOUT]->()
  WHERE about.tid = topic.id AND about.ord IS NOT NULL
  WITH paper, about ORDER BY about.tid, about.ord LIMIT 5000
  RETURN collect(paper) AS read
}
UNWIND read AS paper
MATCH (paper)-[:ABOUT]->(other)
WHERE other <> topic
WITH size(read) AS read, other, count(DISTINCT paper) AS papers
RETURN other AS node, papers, toFloat(papers) / read AS share
