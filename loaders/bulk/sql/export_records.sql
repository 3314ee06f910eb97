-- The records of each partition in files of their own.
COPY (
  SELECT number, n, loader, source, key, statement FROM read_parquet($read) JOIN placed USING (n)
) TO $to (FORMAT parquet, PARTITION_BY (number), COMPRESSION zstd);
