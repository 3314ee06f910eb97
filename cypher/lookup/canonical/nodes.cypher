// Return all nodes that come from records, for the canonical export.
// @returns node: string, labels: list<string>, values: map
// @scan because it exports the whole graph
MATCH (n)
WHERE NOT n:Load|Migration|ChangeFeedCounter|Tombstone|FormerIdentifier|Lease|Embedding AND NOT (n:Identifier AND n.scheme = 'byline')
  AND NOT n:User|ExternalAccount|AccessToken|SentMutation|Collection|Comment|CommentEdit|Review|ReviewEdit|ReviewReply|Claim|AuditEntry|ModerationCase|Invitation|InvitationMessage|Event|EventCounter|Notification // accounts do not come from records
RETURN elementId(n) AS node, labels(n) AS labels, n {.*} AS values
