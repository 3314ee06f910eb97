// Renew a lease, even if it has expired, unless another process acquired it. No row if it is lost or was released.
// @param name: string     name of the lease
// @param holder: string   holder: host, process and a ULID
// @param forMs: int       duration in milliseconds unless it is renewed
// @returns until: int
MATCH (lease:Lease {name: $name})
SET lease.askedAt = timestamp() // locks the lease before the next clauses read it
WITH lease
WHERE lease.holder = $holder
SET lease.until = timestamp() + $forMs
RETURN lease.until AS until
