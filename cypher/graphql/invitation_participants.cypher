// Return the sender, the introducer and the recipient of an invitation, with the researchers that they claimed.
// @param id: string  ID of the invitation
// @returns role: string, user: node, researcher: node?
MATCH (invitation:Invitation {id: $id})<-[link:SENT|RECEIVED|INTRODUCES]-(user:User)
WITH user, CASE type(link) WHEN 'SENT' THEN 'sender' WHEN 'INTRODUCES' THEN 'introducer' ELSE 'recipient' END AS role
ORDER BY role = 'recipient', role = 'introducer'
RETURN role, user, head(COLLECT { MATCH (user)-[:CLAIMED]->(person) RETURN person ORDER BY person.id }) AS researcher
