// Properties get American spelling: `license` and `openAccessColor`.
MATCH (record:Record)
WHERE record.licence IS NOT NULL
CALL (record) {
  SET record.license = record.licence
  REMOVE record.licence
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (record:Record)
WHERE record.statement CONTAINS 'licence":' OR record.statement CONTAINS ',"open_access_colour":'
CALL (record) {
  SET record.statement = replace(replace(replace(record.statement,
    ',"licence":', ',"license":'),
    ',"record_licence":', ',"record_license":'),
    ',"open_access_colour":', ',"open_access_color":')
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (paper:Paper)
WHERE paper.licence IS NOT NULL OR paper.openAccessColour IS NOT NULL
CALL (paper) {
  SET paper.license = paper.licence, paper.openAccessColor = paper.openAccessColour
  REMOVE paper.licence, paper.openAccessColour
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (manifestation:Manifestation)
WHERE manifestation.licence IS NOT NULL
CALL (manifestation) {
  SET manifestation.license = manifestation.licence
  REMOVE manifestation.licence
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (load:Load)
WHERE load.licence IS NOT NULL
SET load.license = load.licence
REMOVE load.licence;
