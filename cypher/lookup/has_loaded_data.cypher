// Return whether the graph contains any node that a load wrote.
// @returns hasLoadedData: bool
// @scan because the first node ends the scan
RETURN EXISTS {
  MATCH (node)
  WHERE NOT node:Migration AND NOT node:Lease AND NOT node:User AND NOT node:AccessToken AND NOT node:ExternalAccount
    AND NOT node:SentMutation AND NOT node:Collection AND NOT node:Comment AND NOT node:CommentEdit
    AND NOT node:Review AND NOT node:ReviewEdit AND NOT node:ReviewReply AND NOT node:Claim
    AND NOT node:AuditEntry AND NOT node:ModerationCase AND NOT node:Invitation AND NOT node:InvitationMessage
    AND NOT node:Embedding AND NOT node:Event AND NOT node:EventCounter AND NOT node:Notification
} AS hasLoadedData
