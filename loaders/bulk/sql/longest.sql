-- Bytes of the longest statement.
SELECT max(octet_length(statement)) FROM read_parquet($read)
