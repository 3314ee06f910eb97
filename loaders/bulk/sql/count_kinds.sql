-- Count the accepted records of each source by kind. Parts of records that several files describe count each.
SELECT loader, kind, count(*) FROM read_parquet($read) GROUP BY ALL
