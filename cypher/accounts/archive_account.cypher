// Return the account of a user, with the issuers of its sign-ins, the claimed researcher and the blocked users.
// @param id: string  ID of the user
// @returns item: map
MATCH (user:User {id: $id})
RETURN user {
  .id, .name, .role, .createdAt, .disabledAt, .orcid, .lastActAt,
  signsInWith: COLLECT { MATCH (user)-[:SIGNS_IN_WITH]->(account) RETURN account {.issuer, .createdAt} },
  claimedResearchers: COLLECT { MATCH (user)-[:CLAIMED]->(person) RETURN person {.id, .name} },
  blockedUsers: COLLECT { MATCH (user)-[block:BLOCKS]->(other) RETURN {name: other.name, since: block.since} }
} AS item
