// Acquire or renew a lease. Succeeds only for its holder, or if it has expired or its holder is known to be dead.
// `leftMs` is null if the holder has released the lease while this statement waited for its lock: then nobody holds it.
// @param name: string     name of the lease
// @param holder: string   holder: host, process and a ULID
// @param doing: string    task of the holder, for error messages
// @param ended: string    holder whose process has ended; empty: none
// @param forMs: int       duration in milliseconds unless it is renewed
// @returns taken: bool, holder: string?, doing: string?, leftMs: int?
MERGE (lease:Lease {name: $name})
SET lease.askedAt = timestamp() // locks the lease before the next clauses read it
// A lease that expires later than a new one was renewed before the clock went back.
SET lease.until = CASE WHEN lease.until > timestamp() + $forMs THEN timestamp() + $forMs ELSE lease.until END
WITH lease, coalesce(lease.until, 0) <= timestamp() OR lease.holder IN [$holder, $ended] AS taken
SET lease += CASE WHEN taken THEN {holder: $holder, doing: $doing, until: timestamp() + $forMs} ELSE {} END
RETURN taken, lease.holder AS holder, lease.doing AS doing, lease.until - timestamp() AS leftMs
