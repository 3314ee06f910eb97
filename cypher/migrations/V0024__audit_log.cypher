// Entries of the audit log, by ID, which is in the order of time, and by object.
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (n:AuditEntry) REQUIRE n.id IS UNIQUE;
CREATE INDEX audit_entry_object IF NOT EXISTS FOR (n:AuditEntry) ON (n.object);
