-- Records sorted by partition.
COPY (
  SELECT number, n, loader, source, key, statement FROM read_parquet($read) JOIN assigned_partition USING (n) ORDER BY number
) TO $to (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
