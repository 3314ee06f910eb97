// Return the conflicts of interest of a reviewer with a paper, by the researcher profile that the reviewer claimed: the
// reviewer is an author; wrote with an author within three years of the paper or of the review; is at the same institution
// as an author now, or was in the last two years. The evidence does not name an institution that either of them hides.
// Other conflicts of an author, and author lists and joint papers with over 100 people, are left out. The author of an
// anonymous review is followed for the author alone.
// @param id: string  ID of a review, or ID of a paper for the conflicts of the viewer
// @param viewer: string  ID of the viewer; empty without an account
// @returns kind: string, evidence: string, author: node, papers: list<node>, institutions: list<node>
WITH $id AS subject
CALL (subject) {
  MATCH (review:Review {id: subject})-[:REVIEWS|REVIEWS_PRIVATELY]->(paper)
  MATCH (review)<-[:WROTE]-(user)
  RETURN user, paper, toInteger(left(review.createdAt, 4)) AS year
  UNION
  MATCH (review:Review {id: subject})-[:REVIEWS|REVIEWS_PRIVATELY]->(paper)
  MATCH (review)<-[:WROTE_ANONYMOUSLY]-(user:User {id: $viewer})
  RETURN user, paper, toInteger(left(review.createdAt, 4)) AS year
  UNION
  MATCH (paper:Paper {id: subject})
  MATCH (reviewer:User {id: $viewer})
  RETURN reviewer AS user, paper, date().year AS year
}
MATCH (user)-[:CLAIMED]->(person)
WHERE COUNT { (person)<-[:CLAIMED]-() } = 1
WITH person, paper, year, EXISTS { (person)-[:AUTHORED]->(paper) } AS own
CALL (person, paper, year, own) {
  WITH person, paper
  WHERE own
  RETURN 'own_paper' AS kind, person.name + ' is an author of the paper.' AS evidence, person AS author,
    [paper] AS papers, [] AS institutions
  UNION ALL
  WITH person, paper, year
  WHERE NOT own AND paper.authorCount <= 100
  MATCH (paper)<-[:AUTHORED]-(author)
  WHERE EXISTS { (author)-[:COLLABORATED_WITH]-(person) }
  WITH DISTINCT person, paper, year, author
  MATCH (person)-[:AUTHORED]->(joint)
  WHERE joint.authorCount <= 100 AND (abs(joint.year - year) <= 3 OR abs(joint.year - paper.year) <= 3)
    AND EXISTS { (joint)<-[:AUTHORED]-(author) }
  WITH person, author, joint
  ORDER BY joint.ord
  WITH person, author, collect(DISTINCT joint) AS joints
  RETURN 'recent_coauthor' AS kind, person.name + ' wrote "' + joints[0].title + '" (' + toString(joints[0].year) +
    ') with ' + author.name + '.' AS evidence, author, joints[..5] AS papers, [] AS institutions
  UNION ALL
  WITH person, paper
  WHERE NOT own AND paper.authorCount <= 100
  MATCH (person)-[now:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution)
  WHERE coalesce(now.until, date().year) >= date().year - 2
  MATCH (paper)<-[:AUTHORED]-(author)-[same:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution)
  WHERE coalesce(same.until, date().year) >= date().year - 2
  WITH DISTINCT person, author,
       CASE WHEN now:AFFILIATED_WITH AND same:AFFILIATED_WITH THEN institution END AS shown
  RETURN 'same_institution' AS kind, person.name + ' and ' + author.name + ' are at ' +
    coalesce(shown.name, 'the same institution') + '.' AS evidence, author, [] AS papers,
    CASE WHEN shown IS NULL THEN [] ELSE [shown] END AS institutions
}
RETURN kind, evidence, author, papers, institutions
ORDER BY kind, author.ord, evidence
LIMIT 50
