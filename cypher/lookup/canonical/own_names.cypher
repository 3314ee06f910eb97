// Return the properties that distinguish a node from others of its label, for the canonical export.
// @returns node: string, labels: list<string>, keyProperties: map
// @scan because it exports the whole graph
MATCH (n)
WHERE NOT n:Load|Migration|ChangeFeedCounter|Tombstone|FormerIdentifier|Lease|Embedding AND NOT (n:Identifier AND n.scheme = 'byline')
  AND NOT n:User|ExternalAccount|AccessToken|SentMutation|Collection|Comment|CommentEdit|Review|ReviewEdit|ReviewReply|Claim|AuditEntry|ModerationCase|Invitation|InvitationMessage|Event|EventCounter|Notification // accounts do not come from records
RETURN elementId(n) AS node, labels(n) AS labels,
       n {.loader, .source, .key, .scheme, .value, .folded, .url, .code} AS keyProperties
