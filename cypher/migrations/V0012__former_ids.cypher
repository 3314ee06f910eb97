// The outside ids of what was taken out: whoever comes back under one of them has the Byline id of before.
CREATE CONSTRAINT former_key IF NOT EXISTS FOR (n:Former) REQUIRE n.key IS UNIQUE;
CREATE INDEX former_id IF NOT EXISTS FOR (n:Former) ON (n.id);
