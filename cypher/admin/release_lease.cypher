// Give a lease back; another's stays.
// @param name: string     what the lease is for
// @param holder: string   who held it
MATCH (lease:Lease {name: $name, holder: $holder})
DELETE lease
