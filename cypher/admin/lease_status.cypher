// Return the holder of the writer lease, and values that change with every write: the change number and the loads.
// @param name: string    name of the lease
// @returns holder: string?, doing: string?, feed: int, loads: int, oldest: string?, newest: string?, leftMs: int?
// @scan because there are few loads
OPTIONAL MATCH (lease:Lease {name: $name})
WHERE lease.until > timestamp()
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
CALL () {
  MATCH (load:Load)
  RETURN count(load) AS loads, min(load.id) AS oldest, max(load.id) AS newest
}
RETURN lease.holder AS holder, lease.doing AS doing, coalesce(feed.seq, 0) AS feed, loads, oldest, newest,
       lease.until - timestamp() AS leftMs
