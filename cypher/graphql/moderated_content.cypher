// Return the content of a moderation case. The author of an anonymous review is null.
// @param id: string  ID of the content
// @returns text: string, paperId: string?, author: string?
MATCH (content:Comment|Review|ReviewReply {id: $id})
OPTIONAL MATCH (moderation:ModerationCase {id: $id})
WITH content, [text IN [content.text, content.anchor, content.summary, content.strengths, content.concerns, content.questions,
  moderation.text, moderation.anchor, moderation.summary, moderation.strengths, moderation.concerns, moderation.questions]
  WHERE text IS NOT NULL] AS texts
RETURN reduce(all = head(texts), text IN tail(texts) | all + '\n\n' + text) AS text, head(COLLECT {
  MATCH (content)-[:COMMENTS_ON|REMOVED_FROM|REVIEWS|REVIEWS_PRIVATELY]->(paper)
  RETURN paper.id
  UNION
  MATCH (content)-[:REPLIES_TO]->(:Review)-[:REVIEWS|REVIEWS_PRIVATELY]->(paper)
  RETURN paper.id
}) AS paperId, head(COLLECT { MATCH (content)<-[:WROTE]-(author) RETURN author.name }) AS author
