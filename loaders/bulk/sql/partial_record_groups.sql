-- Groups of several partial records with the same key, for keys without a full record.
CREATE OR REPLACE TABLE partial_record AS
SELECT loader, source, key, list(DISTINCT statement) AS statements
FROM read_parquet($read) WHERE hash(key) % $slices = $slice
GROUP BY loader, source, key HAVING bool_and(in_passing) AND count(DISTINCT statement) > 1;
