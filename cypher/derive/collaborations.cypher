// Recompute the collaborations between researchers with changed author lists: one relationship per pair, with number
// and years of joint papers. Papers with over 100 authors add none. A changed paper marks its authors before and after
// the change, so both people of a changed pair are marked; other pairs are neither read nor written. Store the change
// number, by which readers find the researchers whose collaborations changed.
// @scan because only stale nodes have the label Stale
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH coalesce(feed.seq, 0) AS seq
MATCH (person:Researcher:StaleCollaborations)
CALL (person, seq) {
  SET person.collaborationsChangedIn = seq
  WITH person
  CALL (person) {
    MATCH (person)-[:AUTHORED]->(paper)
    WHERE paper.authorCount <= 100
    MATCH (paper)<-[:AUTHORED]-(other:StaleCollaborations)
    WHERE person.id < other.id
    RETURN other, 1 AS paperCount, paper.year AS year, null AS stored
    UNION ALL
    MATCH (person)-[stored:COLLABORATED_WITH]-(other:StaleCollaborations)
    WHERE person.id < other.id
    RETURN other, 0 AS paperCount, null AS year, stored
  }
  WITH person, other, sum(paperCount) AS papers, min(year) AS firstYear, max(year) AS lastYear,
       head(collect(stored)) AS pair
  WHERE pair IS NULL OR papers <> pair.papers OR coalesce(firstYear, 0) <> coalesce(pair.firstYear, 0)
    OR coalesce(lastYear, 0) <> coalesce(pair.lastYear, 0)
  FOREACH (_ IN CASE WHEN pair IS NULL THEN [0] ELSE [] END |
    CREATE (person)-[:COLLABORATED_WITH {papers: papers, firstYear: firstYear, lastYear: lastYear}]->(other))
  FOREACH (changed IN CASE WHEN papers > 0 THEN [pair] ELSE [] END |
    SET changed.papers = papers, changed.firstYear = firstYear, changed.lastYear = lastYear)
  FOREACH (former IN CASE WHEN papers = 0 THEN [pair] ELSE [] END | DELETE former)
} IN TRANSACTIONS OF 2000 ROWS
