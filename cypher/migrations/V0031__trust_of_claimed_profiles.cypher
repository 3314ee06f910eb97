// Mark claimed researchers and reviews: the next load or the next review computes their trust by the new rules.
MATCH (person:Researcher)<-[:CLAIMED]-() SET person:StaleTrust;
MATCH (review:Review) SET review:StaleReview;
