-- Groups of several partial records with the same key, for keys without a full record. Only repeated keys are read with
-- their statements, because DuckDB cannot spill lists of them to disk.
CREATE OR REPLACE TABLE partial_record AS
WITH repeated AS (
  SELECT loader, source, key
  FROM read_parquet($read) WHERE hash(key) % $slices = $slice
  GROUP BY loader, source, key HAVING bool_and(in_passing) AND count(*) > 1
)
SELECT loader, source, key, list(DISTINCT statement) AS statements
FROM read_parquet($read) JOIN repeated USING (loader, source, key)
GROUP BY loader, source, key HAVING count(DISTINCT statement) > 1;
