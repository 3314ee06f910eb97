// Return papers that show a relationship of a research map: at most three, newest first. The 1,000 newest papers of the
// start are read; of two researchers, those of the one who has fewer papers.
// @param from: string  ID of the start
// @param to: string  ID of the end
// @param type: string  type of the relationship
// @returns node: node
WITH $type AS type, $from AS start, $to AS end
CALL (type, start, end) {
  WITH type, start, end WHERE type IN ['ABOUT', 'CITES', 'WRITTEN_AT', 'APPEARED_IN']
  MATCH (node:Paper {id: start}) RETURN node
UNION ALL
  WITH type, start, end WHERE type = 'AUTHORED'
  MATCH (node:Paper {id: end}) RETURN node
UNION ALL
  WITH type, start, end WHERE type = 'COLLABORATED_WITH'
  MATCH (person:Researcher) WHERE person.id IN [start, end]
  WITH person ORDER BY coalesce(person.paperCount, 0), person.id
  WITH collect(person) AS pair
  WITH pair[0] AS fewer, pair[1] AS more
  CALL (fewer) {
    MATCH ()-[by:AUTHORED]->(paper)
    WHERE by.rid = fewer.id AND by.ord IS NOT NULL
    RETURN paper ORDER BY by.rid, by.ord LIMIT 1000
  }
  WITH paper, more WHERE EXISTS { (paper)<-[:AUTHORED]-(more) }
  RETURN paper AS node ORDER BY paper.ord LIMIT 3
UNION ALL
  WITH type, start, end WHERE type IN ['WROTE_ON', 'AFFILIATED_WITH']
  CALL (start) {
    MATCH ()-[by:AUTHORED]->(paper)
    WHERE by.rid = start AND by.ord IS NOT NULL
    RETURN paper ORDER BY by.rid, by.ord LIMIT 1000
  UNION ALL
    MATCH (paper)-[at:WRITTEN_AT]->()
    WHERE at.iid = start AND at.ord IS NOT NULL
    RETURN paper ORDER BY at.iid, at.ord LIMIT 1000
  }
  WITH DISTINCT paper, end WHERE EXISTS { (paper)-[:ABOUT|WRITTEN_AT]->(other {id: end}) }
  RETURN paper AS node ORDER BY paper.ord LIMIT 3
}
RETURN node
