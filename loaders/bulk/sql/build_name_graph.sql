-- Connect name keys that share a person ID, or that are compatible names in two records of one work.
CREATE OR REPLACE TABLE graph_edge AS
WITH keyed AS (
  SELECT DISTINCT hash(name_key) AS node, hash('id ' || id) AS key
  FROM (SELECT name_key, unnest(ids) AS id FROM read_parquet($person_mentions))
  UNION ALL
  SELECT unnest([hash(one), hash(other)]), hash('work ' || one || ' ' || other)
  FROM (SELECT DISTINCT one, other FROM read_parquet($one_name))
)
SELECT node, key FROM keyed WHERE key IN (SELECT key FROM keyed GROUP BY key HAVING count(*) > 1);
