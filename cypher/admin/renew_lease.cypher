// Keep a lease that nobody took meanwhile, though its time be over; no row where it is another's, or was given back.
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
