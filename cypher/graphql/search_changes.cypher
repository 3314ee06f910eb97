// Return the entities that were added, changed, merged or removed since a load or a time, oldest first. An entity
// occurs where it was added, and where it changed last. Return no row if the load or number does not exist, or the
// feed ends before the cursor.
// @param load: string      changes since this load began; null: not used
// @param time: string      changes since the first load that began at or after this time (ISO 8601, UTC); null: not used
// @param number: int       changes since this number of the feed; null: not used
// @param seq: int          number of the cursor: changes after it
// @param id: string        ID of the cursor: entities after it; null without a cursor
// @param first: int        maximum number
// @returns edges: list<map>, pageInfo: map
// @scan because there are few loads
OPTIONAL MATCH (feed:ChangeFeedCounter {name: 'changes'})
WITH coalesce(feed.seq, 0) AS last
CALL (last) {
  MATCH (load:Load {id: $load})
  RETURN coalesce(load.feed, 0) AS told
  UNION
  MATCH (load:Load)
  WHERE load.startedAt >= $time
  WITH min(coalesce(load.feed, 0)) AS first
  WITH coalesce(first, last) AS told
  WHERE $time IS NOT NULL
  RETURN told
  UNION
  WITH coalesce($seq, $number) AS told
  WHERE told <= last
  RETURN told
}
WITH last, coalesce($seq, told) AS start, coalesce($id, '~') AS behind
LIMIT 1
WHERE $seq IS NULL OR $seq <= last
// One transaction may have changed 100,000 entities. The index therefore finds the rest of the transaction at the cursor,
// instead of filtering all its entities. The number at which an entity was added never changes, so a client that has read
// beyond this number knows the entity.
CALL (start, behind) {
  CALL (start, behind) {
    MATCH (n:Paper)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Paper)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Paper)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Paper)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Researcher)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Researcher)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Researcher)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Researcher)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Institution)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Institution)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Institution)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Institution)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Venue)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Venue)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Venue)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Venue)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Volume)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Volume)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Volume)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Volume)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Topic)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Topic)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Topic)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Topic)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Funder)
    WHERE n.addedIn = start AND n.id > behind
    RETURN n, n.addedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Funder)
    WHERE n.addedIn > start AND n.id IS NOT NULL
    RETURN n, n.addedIn AS number ORDER BY n.addedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Funder)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Funder)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Tombstone)
    WHERE n.changedIn = start AND n.id > behind
    RETURN n, n.changedIn AS number ORDER BY n.id LIMIT $first + 1
    UNION ALL
    MATCH (n:Tombstone)
    WHERE n.changedIn > start AND n.id IS NOT NULL
    RETURN n, n.changedIn AS number ORDER BY n.changedIn, n.id LIMIT $first + 1
  }
  WITH DISTINCT n, number
  ORDER BY number, n.id
  LIMIT $first + 1
  RETURN collect({n: n, number: number}) AS found
}
WITH found[..$first] AS page, size(found) > $first AS more
WITH more, [one IN page | {
  cursor: toString(one.number) + ':' + one.n.id,
  node: {
    kind: CASE
      WHEN one.n:Tombstone THEN CASE WHEN one.n.mergedInto IS NULL THEN 'removed' ELSE 'merged' END
      WHEN one.n.addedIn = one.number THEN 'added'
      ELSE 'changed'
    END,
    type: coalesce(one.n.label, [label IN labels(one.n)
      WHERE label IN ['Paper', 'Researcher', 'Institution', 'Venue', 'Volume', 'Topic', 'Funder']][0]),
    id: one.n.id, into: one.n.mergedInto, number: one.number
  }
}] AS edges
RETURN edges, {hasNextPage: more, endCursor: edges[-1].cursor} AS pageInfo
