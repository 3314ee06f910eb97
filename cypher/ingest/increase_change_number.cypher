// Increase the number of the change feed, once per transaction. Concurrent writers wait here for each other.
// @param names: list<string>    changes, the one feed
UNWIND $names AS name
MERGE (feed:ChangeFeedCounter {name: name})
SET feed.seq = coalesce(feed.seq, 0) + 1
