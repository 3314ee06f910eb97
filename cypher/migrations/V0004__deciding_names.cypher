// Names decide for the one institution that is not withdrawn: marked in graphs that were loaded before there was a mark.
MATCH (name:InstitutionName)
CALL (name) {
  MATCH (name)-[names:NAMES]->(institution)
  WHERE coalesce(institution.status, 'active') <> 'withdrawn'
  WITH collect(names) AS living
  FOREACH (one IN CASE WHEN size(living) = 1 THEN living ELSE [] END | SET one.decides = true)
} IN TRANSACTIONS OF 10000 ROWS;
