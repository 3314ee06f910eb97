// Count accepted claims whose user does not have the rights of the claim, and users with the rights of a claim that is not
// accepted. The repair ends such rights; a user can claim the profile again.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (user:User)-[:MADE]->(claim:Claim)
WHERE (claim.status = 'accepted') <> EXISTS { (user)-[held:CLAIMED]->() WHERE held.claimId = claim.id }
CALL (user, claim) {
  WITH user, claim
  WHERE $repair
  SET user.lastActAt = user.lastActAt // locks the user
  WITH user, claim
  WHERE (claim.status = 'accepted') <> EXISTS { (user)-[held:CLAIMED]->() WHERE held.claimId = claim.id }
  SET claim.status = CASE claim.status WHEN 'accepted' THEN 'revoked' ELSE claim.status END
  WITH user, claim
  MATCH (user)-[held:CLAIMED {claimId: claim.id}]->(person)
  DELETE held
  SET person.claimed = EXISTS { (person)<-[:CLAIMED]-() }
}
RETURN count(*) AS wrong, min(claim.id) AS example
