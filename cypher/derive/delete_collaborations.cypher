// Delete the collaborations of researchers with changed author lists, mark their collaborators as stale, and store the
// change number, by which readers find the researchers whose collaborations changed.
// @scan because only stale nodes have the label Stale
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH coalesce(feed.seq, 0) AS seq
MATCH (person:Researcher:StaleCollaborations)
CALL (person, seq) {
  SET person.collaborationsChangedIn = seq
  WITH person
  MATCH (person)-[pair:COLLABORATED_WITH]-(other)
  SET other:Stale
  DELETE pair
} IN TRANSACTIONS OF 2000 ROWS
