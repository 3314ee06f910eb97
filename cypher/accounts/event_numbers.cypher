// Return the numbers of the first and the last event, and of the last transaction of the change feed. `first` is null if
// there is no event.
// @returns first: int?, last: int, change: int
OPTIONAL MATCH (counter:EventCounter {name: 'events'})
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH coalesce(counter.number, 0) AS last, coalesce(feed.seq, 0) AS change
RETURN head(COLLECT { MATCH (event:Event) WHERE event.number > 0 RETURN event.number ORDER BY event.number LIMIT 1 }) AS first,
       last, change
