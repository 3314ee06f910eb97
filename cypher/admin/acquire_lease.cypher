// Acquire or renew a lease. Succeeds only for its holder, or if it has expired or its holder is known to be dead.
// @param name: string     what the lease is for
// @param holder: string   who asks: host, process and a ULID
// @param doing: string    what for, as a person would say it
// @param ended: string    a holder whom the asker knows to have ended; empty where none is known
// @param forMs: int       how long it holds unless it is kept
// @returns taken: bool, holder: string, doing: string, leftMs: int
MERGE (lease:Lease {name: $name})
SET lease.askedAt = timestamp() // locks the lease before what follows reads it
WITH lease, coalesce(lease.until, 0) <= timestamp() OR lease.holder IN [$holder, $ended] AS taken
SET lease += CASE WHEN taken THEN {holder: $holder, doing: $doing, until: timestamp() + $forMs} ELSE {} END
RETURN taken, lease.holder AS holder, lease.doing AS doing, lease.until - timestamp() AS leftMs
