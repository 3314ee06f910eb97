-- The mentions of each partition of names; the names beside one only where a rule may ask for them.
COPY (
  SELECT name.number, n, source, key, loader, role, position, folded, ids, places, work,
         CASE WHEN name.open THEN names END AS names
  FROM read_parquet($named) AS named
  JOIN name ON node = hash(name_key)
  JOIN record USING (n)
  LEFT JOIN read_parquet($by_line) AS by_line USING (n, role)
  ORDER BY name.number
) TO $to (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
