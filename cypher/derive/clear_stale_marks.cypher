// Remove all marks of stale nodes. Only for the holder of the writer lease, because another process may have added
// marks.
// @param lease: string     what the lease is for
// @param holder: string    who holds it: host, process and a ULID
// @scan because only what a load touched carries the mark
MATCH (lease:Lease {name: $lease})
WHERE lease.holder = $holder
WITH count(*) AS mine
WHERE mine > 0
MATCH (node:Stale|StaleCollaborations)
CALL (node) {
  REMOVE node:Stale:StaleCollaborations
} IN TRANSACTIONS OF 20000 ROWS
