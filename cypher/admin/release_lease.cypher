// Release a lease if this process holds it.
// @param name: string     name of the lease
// @param holder: string   holder: host, process and a ULID
MATCH (lease:Lease {name: $name, holder: $holder})
DELETE lease
