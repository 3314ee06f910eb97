// Whether other users also have an open claim of the researcher of a claim.
// @param id: string  ID of the claim
// @returns contested: bool
MATCH (claim:Claim {id: $id})
RETURN EXISTS {
  MATCH (claim)-[:CONCERNS]->()<-[:CONCERNS]-(other:Claim)
  WHERE other <> claim AND other.status IN ['pending', 'accepted']
} AS contested
