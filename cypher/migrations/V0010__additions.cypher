// The feed of changes tells of each thing where it was added too: that is sought as the last change is.
CREATE INDEX paper_added IF NOT EXISTS FOR (n:Paper) ON (n.addedIn, n.id);
CREATE INDEX researcher_added IF NOT EXISTS FOR (n:Researcher) ON (n.addedIn, n.id);
CREATE INDEX institution_added IF NOT EXISTS FOR (n:Institution) ON (n.addedIn, n.id);
CREATE INDEX venue_added IF NOT EXISTS FOR (n:Venue) ON (n.addedIn, n.id);
CREATE INDEX volume_added IF NOT EXISTS FOR (n:Volume) ON (n.addedIn, n.id);
CREATE INDEX topic_added IF NOT EXISTS FOR (n:Topic) ON (n.addedIn, n.id);
CREATE INDEX funder_added IF NOT EXISTS FOR (n:Funder) ON (n.addedIn, n.id);
