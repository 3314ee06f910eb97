// State for two seconds that a long task waits for a lease, so that no brief task acquires it first.
// @param name: string     name of the lease
// @param holder: string   the waiting process: host, process and a ULID
// @param doing: string    its task, for error messages
MERGE (queue:Lease {name: $name + ' queue'})
SET queue.holder = $holder, queue.doing = $doing, queue.until = timestamp() + 2000
