// Mark what a change of a review, a claim or an account affects: the reviews and their reviewers, the claimed authors of the
// reviewed papers, and the researcher of the claim. Runs before and after the change.
// @param id: string  ID of the review or claim, or ID or name of the user
CALL () {
  MATCH (review:Review {id: $id})
  RETURN review
  UNION
  MATCH (:Claim {id: $id})<-[:MADE]-(user)-[:WROTE]->(review:Review)
  RETURN review
  UNION
  MATCH (user:User {id: $id})-[:WROTE]->(review:Review)
  RETURN review
  UNION
  MATCH (user:User {name: $id})-[:WROTE]->(review:Review)
  RETURN review
}
SET review:StaleReview
WITH review
CALL (review) {
  MATCH (review)-[:REVIEWS]->(paper)<-[:AUTHORED]-(person)
  WHERE person.claimed AND paper.authorCount <= 100
  RETURN person
  UNION
  MATCH (review)<-[:WROTE]-()-[:CLAIMED]->(person)
  RETURN person
}
WITH collect(DISTINCT person) AS people
UNWIND people + COLLECT {
  MATCH (:Claim {id: $id})-[:CONCERNS]->(person)
  RETURN person
  UNION
  MATCH (:User {id: $id})-[:CLAIMED]->(person)
  RETURN person
  UNION
  MATCH (:User {name: $id})-[:CLAIMED]->(person)
  RETURN person
} AS person
WITH DISTINCT person
ORDER BY person.id // researchers are locked in one order, so that two changes cannot wait for each other
SET person:StaleTrust
