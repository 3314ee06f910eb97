// One writer at a time: loaders hold a lease, which is unique by its name.
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (n:Lease) REQUIRE n.name IS UNIQUE;
