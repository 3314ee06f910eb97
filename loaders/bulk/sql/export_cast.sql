-- Who the mentions of each partition of records are.
COPY (
  SELECT number, n, role, position, person, rule FROM read_parquet($persons) JOIN placed USING (n) ORDER BY number
) TO $cast (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
-- Which person ids they state and somebody else holds.
COPY (
  SELECT number, n, id FROM read_parquet($refused) JOIN placed USING (n) ORDER BY number
) TO $lost (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
