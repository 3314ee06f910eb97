-- Size of the largest record in bytes.
SELECT max(octet_length(statement)) FROM read_parquet($read)
