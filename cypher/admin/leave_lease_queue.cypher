// End the wait for a lease.
// @param name: string     name of the lease
// @param holder: string   the process that waited: host, process and a ULID
MATCH (queue:Lease {name: $name + ' queue', holder: $holder})
DELETE queue
