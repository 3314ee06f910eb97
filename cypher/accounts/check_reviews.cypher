// Count reviews that count as public reviews of their paper although they are private or hidden, and the reverse.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
MATCH (review:Review)-[link:REVIEWS|REVIEWS_PRIVATELY]->()
WHERE (type(link) = 'REVIEWS') <> (review.visibility = 'public' AND review.hiddenAt IS NULL)
WITH DISTINCT review
CALL (review) {
  WITH review
  WHERE $repair
  SET review.id = review.id // locks the review
  WITH review, review.visibility = 'public' AND review.hiddenAt IS NULL AS isPublic
  MATCH (review)-[link:REVIEWS|REVIEWS_PRIVATELY]->(paper)
  WHERE (type(link) = 'REVIEWS') <> isPublic
  CREATE (review)-[moved:$(CASE WHEN isPublic THEN 'REVIEWS' ELSE 'REVIEWS_PRIVATELY' END)]->(paper)
  SET moved = properties(link)
  DELETE link
}
RETURN count(*) AS wrong, min(review.id) AS example
