// Return all relationships that come from records, for the canonical export.
// @returns start: string, type: string, end: string, values: map
// @scan because it exports the whole graph
MATCH (from)-[edge]->(to)
WHERE NOT to:Load AND NOT to:Embedding AND NOT (from:Identifier AND from.scheme = 'byline') AND NOT from:User|Collection|Comment|Review|ReviewReply|Claim|InvitationMessage|Event|Notification
RETURN elementId(from) AS start, type(edge) AS type, elementId(to) AS end, properties(edge) AS values
