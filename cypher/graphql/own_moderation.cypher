// Return the decision of a curator to hide content, and its text, to the author of the content alone.
// @param id: string  ID of the content
// @param viewer: string  ID of the viewer; empty without an account
// @returns hiddenAt: string, note: string?, text: string?
MATCH (content:Comment|Review|ReviewReply {id: $id})<-[:WROTE|WROTE_ANONYMOUSLY]-(:User {id: $viewer})
MATCH (moderation:ModerationCase {id: content.id})
WHERE moderation.hiddenAt IS NOT NULL
WITH moderation, [text IN [moderation.text, moderation.summary, moderation.strengths, moderation.concerns,
  moderation.questions] WHERE text IS NOT NULL] AS texts
RETURN moderation.hiddenAt AS hiddenAt, moderation.note AS note,
  reduce(all = head(texts), text IN tail(texts) | all + '\n\n' + text) AS text
