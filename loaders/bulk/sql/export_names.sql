-- The mentions of each partition of names; the names beside one only where a rule may ask for them.
COPY (
  SELECT name.number, n, source, key, loader, role, position, folded, ids, places, work,
         CASE WHEN name.open THEN names END AS names
  FROM read_parquet($named)
  JOIN name ON node = hash(name_key)
  JOIN record USING (n)
  LEFT JOIN by_line USING (n, role)
) TO $to (FORMAT parquet, PARTITION_BY (number), COMPRESSION zstd);
