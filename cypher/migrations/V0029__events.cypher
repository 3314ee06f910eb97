// Events of what users do: the outbox of live updates, and notifications. The number of an event has the order of commits.
CREATE CONSTRAINT event_number IF NOT EXISTS FOR (n:Event) REQUIRE n.number IS UNIQUE;
CREATE CONSTRAINT event_counter IF NOT EXISTS FOR (n:EventCounter) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT notification_id IF NOT EXISTS FOR (n:Notification) REQUIRE n.id IS UNIQUE;
CREATE INDEX notification_number IF NOT EXISTS FOR (n:Notification) ON (n.number);
CREATE INDEX event_created IF NOT EXISTS FOR (n:Event) ON (n.createdAt);
