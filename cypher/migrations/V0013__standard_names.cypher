// Labels, relationship types and properties get the names that docs/glossary.md gives; their contents stay.
DROP CONSTRAINT feed_name IF EXISTS;
DROP CONSTRAINT gone_id IF EXISTS;
DROP CONSTRAINT former_key IF EXISTS;
DROP INDEX gone_changed IF EXISTS;
DROP INDEX former_id IF EXISTS;
CREATE CONSTRAINT change_feed_counter_name IF NOT EXISTS FOR (n:ChangeFeedCounter) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.id IS UNIQUE;
CREATE INDEX tombstone_changed IF NOT EXISTS FOR (n:Tombstone) ON (n.changedIn, n.id);
CREATE CONSTRAINT former_identifier_key IF NOT EXISTS FOR (n:FormerIdentifier) REQUIRE n.key IS UNIQUE;
CREATE INDEX former_identifier_id IF NOT EXISTS FOR (n:FormerIdentifier) ON (n.id);

MATCH (node:Feed)
SET node:ChangeFeedCounter
REMOVE node:Feed;

MATCH (node:Gone)
CALL (node) {
  SET node:Tombstone, node.mergedInto = node.into
  REMOVE node:Gone, node.into
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (node:Former)
CALL (node) {
  SET node:FormerIdentifier
  REMOVE node:Former
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (node:Unpaired)
CALL (node) {
  SET node:StaleCollaborations
  REMOVE node:Unpaired
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (record)-[old:MAY_NAME]->(name)
CALL (record, old, name) {
  CREATE (record)-[new:CANDIDATE_NAME]->(name)
  SET new = properties(old)
  DELETE old
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (record)-[old:WRITES_FROM]->(place)
CALL (record, old, place) {
  CREATE (record)-[new:HAS_AFFILIATION]->(place)
  SET new = properties(old)
  DELETE old
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (record)-[old:STATES]->(identifier)
CALL (record, old, identifier) {
  CREATE (record)-[:CLAIMS_CONFLICTING_ID]->(identifier)
  DELETE old
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (name:InstitutionName)-[old:NAMES]->(institution)
CALL (name, old, institution) {
  CREATE (name)-[new:NAME_OF]->(institution)
  SET new = properties(old), new.isUnambiguous = old.decides, new.decides = null
  DELETE old
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (paper:Paper)
WHERE paper.collaborationsCut IS NOT NULL
CALL (paper) {
  SET paper.collaborationsTruncated = paper.collaborationsCut, paper.collaborationsCut = null
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (load:Load)
SET load.collaborationsTruncated = coalesce(load.collaborationsTruncated, load.collaborationsCut), load.collaborationsCut = null,
    load.droppedValueCount = coalesce(load.droppedValueCount, load.setAsideCount), load.setAsideCount = null,
    load.droppedValues = coalesce(load.droppedValues, load.setAside), load.setAside = null;

// Decisions of curators: the two sides and the time. Quotes within texts are escaped, so a key is found by its own.
MATCH (record:Record {source: 'curator'})
CALL (record) {
  SET record.statement = replace(replace(replace(replace(record.statement,
    '"one":[', '"left":['), '"other":[', '"right":['), '"at":"', '"timestamp":"'), '"of":{', '"anchor":{')
  WITH record
  MATCH (record)-[refers:REFERS_TO]->()
  WHERE refers.kind IN ['one', 'other']
  SET refers.kind = CASE refers.kind WHEN 'one' THEN 'left' ELSE 'right' END
} IN TRANSACTIONS OF 1000 ROWS;
