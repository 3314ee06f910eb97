// Return the papers, researchers or topics with most acts of users in a period, with the number of users by kind of act. A user
// counts once for each kind. Acts on a paper also count for its researchers and topics, as ON_PAPERS: once for each kind of
// act, never as one user over several kinds, which would connect a public comment with a private reaction. Anonymous
// reviews do not count, for the same reason. Accounts younger than a day and disabled ones do not count. The score is the
// sum of weight * log2(1 + users): reviews 5, comments 3, follows and saves 2, reactions and ON_PAPERS 1. Of each kind of
// act, the 20,000 newest are read; author lists with over 100 people and researchers who opted out are ignored.
// @param label: string  label of the entities: Paper, Researcher or Topic
// @param since: string  start of the period
// @param registered: string  latest time at which an account that counts was created
// @param first: int  maximum number
// @returns node: node, score: float, reasons: list<map>
CALL () {
  MATCH (user)-[act:FOLLOWS]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'FOLLOW' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (user)-[act:SAVED]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'SAVE' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (user)-[act:LIKES]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'REACTION' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (user)-[act:FINDS_INSIGHTFUL]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'REACTION' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (user)-[act:FINDS_REPRODUCIBLE]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'REACTION' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (user)-[act:FINDS_WELL_WRITTEN]->(entity)
  WHERE act.since >= $since
  RETURN user, entity, 'REACTION' AS kind
  ORDER BY act.since DESC LIMIT 20000
UNION ALL
  MATCH (comment:Comment)
  WHERE comment.createdAt >= $since
  WITH comment ORDER BY comment.createdAt DESC LIMIT 20000
  MATCH (comment)-[:COMMENTS_ON]->(entity), (comment)<-[:WROTE]-(user)
  RETURN user, entity, 'COMMENT' AS kind
UNION ALL
  MATCH (review:Review)
  WHERE review.createdAt >= $since
  WITH review ORDER BY review.createdAt DESC LIMIT 20000
  MATCH (review)-[:REVIEWS]->(entity), (review)<-[:WROTE]-(user)
  RETURN user, entity, 'REVIEW' AS kind
}
WITH user, entity, kind
WHERE user.disabledAt IS NULL AND user.createdAt <= $registered
CALL (entity, kind) {
  WITH entity, kind
  WHERE $label IN labels(entity)
  RETURN entity AS node, kind AS act
UNION ALL
  WITH entity, kind
  WHERE $label = 'Researcher' AND entity:Paper AND coalesce(entity.authorCount, 0) <= 100
  MATCH (entity)<-[:AUTHORED]-(node:Researcher)
  RETURN node, 'ON_PAPERS' AS act
UNION ALL
  WITH entity, kind
  WHERE $label = 'Topic' AND entity:Paper
  MATCH (entity)-[:ABOUT]->(node:Topic)
  RETURN node, 'ON_PAPERS' AS act
}
WITH node, act, kind, user
WHERE node.optedOut IS NULL
WITH node, act, kind, count(DISTINCT user) AS users
WITH node, act, sum(users) AS users
WITH node, act, users, CASE act WHEN 'REVIEW' THEN 5 WHEN 'COMMENT' THEN 3 WHEN 'FOLLOW' THEN 2 WHEN 'SAVE' THEN 2 ELSE 1 END
  * log(1 + users) / log(2) AS points
ORDER BY points DESC, act
WITH node, sum(points) AS score, collect({kind: act, count: users, score: points}) AS reasons
ORDER BY score DESC, node.ord
LIMIT $first
RETURN node, score, reasons
ORDER BY score DESC, node.ord
