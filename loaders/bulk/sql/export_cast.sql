-- Who the mentions of each partition of records are.
COPY (
  SELECT number, n, role, position, person, rule FROM read_parquet($persons) JOIN placed USING (n)
) TO $cast (FORMAT parquet, PARTITION_BY (number), COMPRESSION zstd);
-- Which person ids they state and somebody else holds.
COPY (
  SELECT number, n, id FROM read_parquet($refused) JOIN placed USING (n)
) TO $lost (FORMAT parquet, PARTITION_BY (number), COMPRESSION zstd);
