// Return the messages of an invitation, for its sender and its recipient.
// @param id: string  ID of the invitation
// @param viewer: string  ID of the viewer; empty without an account
// @returns node: node
MATCH (:User {id: $viewer})-[:SENT|RECEIVED]->(invitation:Invitation {id: $id})
MATCH (message)-[:IN_THREAD_OF]->(invitation)
RETURN message AS node
