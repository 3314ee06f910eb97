// Recompute which stale reviews are independent: a reviewer, named and not disabled, whose account was 30 days
// old and who alone claimed a profile, reviewed a paper of others publicly. The reviewer never wrote a paper with its
// authors and was never at an institution of one. Papers with over 100 authors have no independent reviews.
// @scan because only reviews to recompute have the label StaleReview
MATCH (review:Review:StaleReview)
CALL (review) {
  SET review.createdAt = review.createdAt // locks the review
  WITH review, EXISTS {
    MATCH (review)<-[:WROTE]-(user:User)-[:CLAIMED]->(reviewer), (review)-[:REVIEWS]->(paper)
    WHERE user.disabledAt IS NULL AND review.hiddenAt IS NULL AND paper.authorCount <= 100
      AND datetime(user.createdAt) + duration({days: 30}) <= datetime(review.createdAt)
      AND COUNT { (reviewer)<-[:CLAIMED]-() } = 1
      AND NOT EXISTS { (reviewer)-[:AUTHORED]->(paper) }
      AND NOT EXISTS { MATCH (paper)<-[:AUTHORED]-(author) WHERE EXISTS { (author)-[:COLLABORATED_WITH]-(reviewer) } }
      AND NOT EXISTS {
        MATCH (reviewer)-[:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution)
        MATCH (paper)<-[:AUTHORED]-(author)
        WHERE EXISTS { (author)-[:AFFILIATED_WITH|HIDES_AFFILIATION_WITH]->(institution) }
      }
  } AS independent
  SET review.independent = CASE WHEN independent THEN true END
  REMOVE review:StaleReview
} IN TRANSACTIONS OF 1000 ROWS
