// The feed of changes: each node is numbered by the transactions that added it and changed it last; what is gone leaves a
// mark. What was there before has no number until it changes: the feed begins here.
CREATE CONSTRAINT feed_name IF NOT EXISTS FOR (n:Feed) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT gone_id IF NOT EXISTS FOR (n:Gone) REQUIRE n.id IS UNIQUE;
CREATE INDEX paper_changed IF NOT EXISTS FOR (n:Paper) ON (n.changedIn, n.id);
CREATE INDEX researcher_changed IF NOT EXISTS FOR (n:Researcher) ON (n.changedIn, n.id);
CREATE INDEX institution_changed IF NOT EXISTS FOR (n:Institution) ON (n.changedIn, n.id);
CREATE INDEX venue_changed IF NOT EXISTS FOR (n:Venue) ON (n.changedIn, n.id);
CREATE INDEX volume_changed IF NOT EXISTS FOR (n:Volume) ON (n.changedIn, n.id);
CREATE INDEX topic_changed IF NOT EXISTS FOR (n:Topic) ON (n.changedIn, n.id);
CREATE INDEX funder_changed IF NOT EXISTS FOR (n:Funder) ON (n.changedIn, n.id);
CREATE INDEX gone_changed IF NOT EXISTS FOR (n:Gone) ON (n.changedIn, n.id);

MATCH (node:Paper|Researcher|Institution|Venue|Volume|Topic|Funder)
WHERE node.addedIn IS NULL
CALL (node) {
  SET node.addedIn = 0
} IN TRANSACTIONS OF 10000 ROWS;
