-- Select one record per key: full records before partial ones, then the latest revision, then the record read last.
CREATE OR REPLACE TABLE record AS
SELECT n, loader, source, key
FROM read_parquet($read) WHERE hash(key) % $slices = $slice
QUALIFY row_number() OVER (PARTITION BY loader, source, key ORDER BY in_passing, revised DESC, n DESC) = 1;
-- Connect records that share an ID, a title, a topic or a source's key, by the hash of the key.
CREATE OR REPLACE TABLE graph_edge AS
WITH said AS (
  SELECT n, unnest(keys) AS key FROM read_parquet($read) SEMI JOIN record USING (n)
  UNION ALL
  SELECT n, 'record ' || source || ' ' || key FROM record
), keyed AS (
  SELECT DISTINCT n AS node, hash(key) AS key FROM said
)
SELECT node, key FROM keyed WHERE key IN (SELECT key FROM keyed GROUP BY key HAVING count(*) > 1);
