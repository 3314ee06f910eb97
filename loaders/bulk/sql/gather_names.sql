-- Which keys of names a person id, or a place in two by-lines of one work, leads from one to another.
CREATE OR REPLACE TABLE meets AS
WITH keyed AS (
  SELECT DISTINCT hash(name_key) AS node, hash('id ' || id) AS key
  FROM (SELECT name_key, unnest(ids) AS id FROM read_parquet($named))
  UNION ALL
  SELECT unnest([hash(one), hash(other)]), hash('work ' || one || ' ' || other)
  FROM (SELECT DISTINCT one, other FROM read_parquet($one_name))
)
SELECT node, key FROM keyed WHERE key IN (SELECT key FROM keyed GROUP BY key HAVING count(*) > 1);
