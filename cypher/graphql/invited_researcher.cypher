// Return the researcher to whom the introducer of an invitation introduces its sender.
// @param id: string  ID of the invitation
// @returns node: node
MATCH (invitation:Invitation {id: $id})
CALL (invitation) {
  MATCH (person:Researcher {id: invitation.researcherId})
  RETURN person
  UNION
  MATCH (:Identifier {scheme: 'byline', value: invitation.researcherId})-[:IDENTIFIES]->(person:Researcher)
  RETURN person
}
RETURN person AS node
