// Acquire or renew a lease. Succeeds only for its holder, or if it has expired or its holder is known to be dead. A brief task
// does not acquire it while a long task waits. `leftMs` is null if the holder has released the lease while this statement
// waited for its lock: then no process holds it.
// @param name: string     name of the lease
// @param holder: string   holder: host, process and a ULID
// @param doing: string    task of the holder, for error messages
// @param ended: string    holder whose process has ended; empty: none
// @param brief: bool      true for a task of seconds
// @param forMs: int       duration in milliseconds unless it is renewed
// @returns taken: bool, holder: string?, doing: string?, leftMs: int?
MERGE (lease:Lease {name: $name})
SET lease.askedAt = timestamp() // locks the lease before the next clauses read it
// A lease that expires later than a new one was renewed before the clock went back.
SET lease.until = CASE WHEN lease.until > timestamp() + $forMs THEN timestamp() + $forMs ELSE lease.until END
WITH lease
OPTIONAL MATCH (queue:Lease {name: $name + ' queue'})
WITH lease, CASE WHEN $brief AND queue.until > timestamp() THEN queue END AS queue,
     coalesce(lease.until, 0) <= timestamp() OR lease.holder IN [$holder, $ended] AS free
WITH lease, queue, free AND queue IS NULL AS taken
SET lease += CASE WHEN taken THEN {holder: $holder, doing: $doing, until: timestamp() + $forMs} ELSE {} END
WITH lease, taken, coalesce(lease.holder, queue.holder) AS holder, coalesce(lease.doing, queue.doing) AS doing,
     coalesce(lease.until, queue.until) - timestamp() AS leftMs
FOREACH (empty IN CASE WHEN lease.holder IS NULL THEN [lease] ELSE [] END | DELETE empty)
RETURN taken, holder, doing, leftMs
