// Return the feed of a user: papers, comments and reviews that concern the entities that the user follows. The 1,000
// latest follows are read, with the 100 newest papers and the 100 newest contributions of each.
// @param id: string  ID of the user
// @param kinds: list<string>  kinds of items: paper, comment, review
// @returns node: node, kind: string, date: string?, position: string, comment: node?, review: node?, reasons: list<map>
MATCH (user:User {id: $id})
CALL (user) {
  MATCH (user)-[follow:FOLLOWS]->(followed)
  RETURN followed
  ORDER BY follow.since DESC, followed.id
  LIMIT 1000
}
CALL (followed) {
  WITH followed WHERE followed:Researcher AND 'paper' IN $kinds
  MATCH (paper)<-[link:AUTHORED]-()
  WHERE link.rid = followed.id AND link.ord IS NOT NULL
  RETURN paper, null AS entry, 'paper' AS kind, 'writtenBy' AS reason
  ORDER BY link.rid, link.ord
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Topic AND 'paper' IN $kinds
  MATCH (paper)-[link:ABOUT]->()
  WHERE link.tid = followed.id AND link.ord IS NOT NULL
  RETURN paper, null AS entry, 'paper' AS kind, 'about' AS reason
  ORDER BY link.tid, link.ord
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Institution AND 'paper' IN $kinds
  MATCH (paper)-[link:WRITTEN_AT]->()
  WHERE link.iid = followed.id AND link.ord IS NOT NULL
  RETURN DISTINCT paper, null AS entry, 'paper' AS kind, 'writtenAt' AS reason
  ORDER BY paper.ord
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Venue AND 'paper' IN $kinds
  MATCH (followed)<-[:PART_OF]-(:Volume)<-[:APPEARED_IN]-(paper)
  RETURN DISTINCT paper, null AS entry, 'paper' AS kind, 'appearedAt' AS reason
  ORDER BY paper.ord
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Paper AND 'paper' IN $kinds
  MATCH (paper)-[link:CITES]->()
  WHERE link.pid = followed.id AND link.ord IS NOT NULL
  RETURN paper, null AS entry, 'paper' AS kind, 'cites' AS reason
  ORDER BY link.pid, link.ord
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Paper AND 'comment' IN $kinds
  MATCH (followed)<-[:COMMENTS_ON]-(entry:Comment)
  WHERE entry.hiddenAt IS NULL
  RETURN followed AS paper, entry, 'comment' AS kind, 'discusses' AS reason
  ORDER BY entry.createdAt DESC, entry.id
  LIMIT 100
  UNION ALL
  WITH followed WHERE followed:Paper AND 'review' IN $kinds
  MATCH (followed)<-[:REVIEWS]-(entry:Review)
  WHERE entry.hiddenAt IS NULL
  RETURN followed AS paper, entry, 'review' AS kind, 'reviews' AS reason
  ORDER BY entry.createdAt DESC, entry.id
  LIMIT 100
}
WITH user, paper, entry, kind, reason, followed
ORDER BY reason DESC, followed.id
WITH user, paper, entry, kind, collect(DISTINCT {kind: reason, node: followed}) AS reasons
WHERE entry IS NULL OR NOT EXISTS { (user)-[:WROTE]->(entry) }
WITH *, CASE kind WHEN 'paper' THEN paper.publishedOn ELSE entry.createdAt END AS date
RETURN paper AS node, kind, date, coalesce(date, '') + ' ' + coalesce(entry.id, paper.id) AS position,
       CASE kind WHEN 'comment' THEN entry END AS comment, CASE kind WHEN 'review' THEN entry END AS review, reasons
ORDER BY position DESC
LIMIT 1000
