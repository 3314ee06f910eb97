-- Several statements that a source made in passing of one thing, for those of which it says nothing else.
CREATE OR REPLACE TABLE said_in_passing AS
SELECT loader, source, key, list(DISTINCT statement) AS statements
FROM read_parquet($read) WHERE hash(key) % $slices = $slice
GROUP BY loader, source, key HAVING bool_and(in_passing) AND count(DISTINCT statement) > 1;
