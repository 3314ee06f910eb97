// Return the invitations of a user, sent, received and introduced, with the user's own messages in their threads.
// @param id: string  ID of the user
// @returns item: map
MATCH (user:User {id: $id})-[link:SENT|RECEIVED|INTRODUCES]->(invitation)
RETURN {
  id: invitation.id, role: CASE type(link) WHEN 'SENT' THEN 'sender' WHEN 'RECEIVED' THEN 'recipient' ELSE 'introducer' END, purpose: invitation.purpose,
  text: invitation.text, status: invitation.status, createdAt: invitation.createdAt, decidedAt: invitation.decidedAt,
  messages: COLLECT {
    MATCH (user)-[:WROTE]->(message)-[:IN_THREAD_OF]->(invitation)
    RETURN message {.text, .createdAt}
    ORDER BY message.createdAt
    LIMIT 10000
  }
} AS item
