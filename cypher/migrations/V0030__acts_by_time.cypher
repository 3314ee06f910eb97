// Acts of users by their time, for what is trending.
CREATE INDEX follows_since IF NOT EXISTS FOR ()-[r:FOLLOWS]-() ON (r.since);
CREATE INDEX saved_since IF NOT EXISTS FOR ()-[r:SAVED]-() ON (r.since);
CREATE INDEX likes_since IF NOT EXISTS FOR ()-[r:LIKES]-() ON (r.since);
CREATE INDEX insightful_since IF NOT EXISTS FOR ()-[r:FINDS_INSIGHTFUL]-() ON (r.since);
CREATE INDEX reproducible_since IF NOT EXISTS FOR ()-[r:FINDS_REPRODUCIBLE]-() ON (r.since);
CREATE INDEX well_written_since IF NOT EXISTS FOR ()-[r:FINDS_WELL_WRITTEN]-() ON (r.since);
CREATE INDEX comment_created IF NOT EXISTS FOR (n:Comment) ON (n.createdAt);
CREATE INDEX review_created IF NOT EXISTS FOR (n:Review) ON (n.createdAt);
