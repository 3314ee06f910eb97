// Count researchers whose properties claimed and verificationLevel differ from their claims.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
CALL () {
  MATCH (person:Researcher)<-[:CLAIMED]-()
  RETURN DISTINCT person
  UNION
  MATCH (person:Researcher)
  WHERE person.claimed
  RETURN person
}
WITH person, EXISTS { (person)<-[:CLAIMED]-() } AS claimed, head(COLLECT {
  MATCH (person)<-[held:CLAIMED]-()
  RETURN held.level
  ORDER BY held.level DESC
}) AS level
WHERE coalesce(person.claimed, false) <> claimed OR claimed AND coalesce(person.verificationLevel, '') <> level
CALL (person) {
  WITH person
  WHERE $repair
  SET person.claimed = coalesce(person.claimed, false) // locks the researcher
  WITH person
  SET person.claimed = EXISTS { (person)<-[:CLAIMED]-() }, person.verificationLevel = coalesce(head(COLLECT {
    MATCH (person)<-[held:CLAIMED]-()
    RETURN held.level
    ORDER BY held.level DESC
  }), 'L1')
}
RETURN count(*) AS wrong, min(person.id) AS example
