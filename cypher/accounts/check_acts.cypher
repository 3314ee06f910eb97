// Count acts of users that are there twice, such as two follows of one user and paper, and opposite opinions of a user on a
// paper. The repair keeps the earliest of equal acts and the latest of opposite opinions.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (user:User)
CALL (user) {
  WITH user
  WHERE $repair
  SET user.lastActAt = user.lastActAt // locks the user
}
CALL (user) {
  MATCH (user)-[act:FOLLOWS|SAVED|REPORTED|LIKES|DISLIKES|FINDS_INSIGHTFUL|FINDS_REPRODUCIBLE|FINDS_WELL_WRITTEN
    |FINDS_METHOD_QUESTIONABLE|FINDS_BASELINE_MISSING]->(object)
  WITH object, act, CASE WHEN type(act) IN ['LIKES', 'DISLIKES'] THEN 'opinion' ELSE type(act) END AS kind
  ORDER BY coalesce(act.since, act.createdAt)
  WITH object, kind, collect(act) AS acts
  WHERE size(acts) > 1
  WITH object.id AS id, CASE
    WHEN kind <> 'opinion' THEN acts[1..]
    ELSE [act IN acts WHERE act <> last([one IN acts WHERE type(one) = type(last(acts))])]
  END AS surplus
  FOREACH (act IN CASE WHEN $repair THEN surplus ELSE [] END | DELETE act)
  RETURN id
}
RETURN count(id) AS wrong, min(id) AS example
