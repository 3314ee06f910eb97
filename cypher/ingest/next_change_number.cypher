// The next number of the feed of changes: one for each transaction that changes anything. Writers wait for one another here.
// @param names: list<string>    changes, the one feed
UNWIND $names AS name
MERGE (feed:ChangeFeedCounter {name: name})
SET feed.seq = coalesce(feed.seq, 0) + 1
