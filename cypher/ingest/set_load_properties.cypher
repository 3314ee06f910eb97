// One run of a loader: begin it, set its checkpoint, close it.
// @param id: string     the load's id
// @param values: map    its properties
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
MERGE (load:Load {id: $id})
ON CREATE SET load.feed = coalesce(feed.seq, 0)
SET load += $values
