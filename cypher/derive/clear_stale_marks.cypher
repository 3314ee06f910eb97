// Remove all marks of stale nodes. Only the holder of the writer lease may run it, because another process may
// have added marks.
// @param lease: string     name of the lease
// @param holder: string    holder: host, process and a ULID
// @scan because only stale nodes have the label Stale
MATCH (lease:Lease {name: $lease})
WHERE lease.holder = $holder
WITH count(*) AS mine
WHERE mine > 0
MATCH (node:Stale|StaleCollaborations)
CALL (node) {
  REMOVE node:Stale:StaleCollaborations
} IN TRANSACTIONS OF 20000 ROWS
