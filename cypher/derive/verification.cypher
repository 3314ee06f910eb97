// Recompute the verification of stale researchers whom users claimed: merges of researchers move claims.
// @scan because only stale nodes have the label Stale
MATCH (person:Researcher:Stale)
WHERE person.claimed OR EXISTS { (person)<-[:CLAIMED]-() }
CALL (person) {
  SET person.claimed = true // locks the researcher: a claim that was committed before counts, a later one overwrites this
  WITH person
  SET person.claimed = EXISTS { (person)<-[:CLAIMED]-() }, person.verificationLevel = coalesce(head(COLLECT {
    MATCH (person)<-[held:CLAIMED]-()
    RETURN held.level
    ORDER BY held.level DESC
  }), 'L1')
} IN TRANSACTIONS OF 2000 ROWS
