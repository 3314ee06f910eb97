// Mutations of users by idempotency key, and entities whose acts wait until a revoked merge restores them.
CREATE CONSTRAINT sent_mutation IF NOT EXISTS FOR (n:SentMutation) REQUIRE (n.userId, n.key) IS UNIQUE;
CREATE INDEX sent_mutation_time IF NOT EXISTS FOR (n:SentMutation) ON (n.userId, n.sentAt);
CREATE CONSTRAINT restored_entity IF NOT EXISTS FOR (n:RestoredEntity) REQUIRE n.id IS UNIQUE;
