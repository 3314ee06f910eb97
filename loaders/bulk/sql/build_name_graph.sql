-- Connect name keys that share a person ID, or that are compatible names in two records of one work.
CREATE OR REPLACE TABLE graph_edge AS
WITH keyed AS (
  SELECT DISTINCT hash(name_key) AS node, hash('id ' || id) AS key
  FROM (SELECT name_key, unnest(ids) AS id FROM read_parquet($person_mentions))
  UNION ALL
  SELECT unnest([hash(left_key), hash(right_key)]), hash('work ' || left_key || ' ' || right_key)
  FROM (SELECT DISTINCT left_key, right_key FROM read_parquet($compatible_names))
)
SELECT node, key FROM keyed WHERE key IN (SELECT key FROM keyed GROUP BY key HAVING count(*) > 1);
