// Renew a lease, even if it has expired, unless another process acquired it. No row if it is lost or was released.
// @param name: string     what the lease is for
// @param holder: string   who holds it: host, process and a ULID
// @param forMs: int       how long it holds unless it is kept
// @returns until: int
MATCH (lease:Lease {name: $name})
SET lease.askedAt = timestamp() // locks the lease before what follows reads it
WITH lease
WHERE lease.holder = $holder
SET lease.until = timestamp() + $forMs
RETURN lease.until AS until
