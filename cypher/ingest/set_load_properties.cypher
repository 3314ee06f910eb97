// Set properties of the node of a load, such as its checkpoint or end. Create the node if it does not exist.
// @param id: string     the load's ID
// @param values: map    its properties
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
MERGE (load:Load {id: $id})
ON CREATE SET load.feed = coalesce(feed.seq, 0)
SET load += $values
