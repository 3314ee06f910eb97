-- Mentions of each partition of names; co-author names only if a rule may use them.
COPY (
  SELECT name.number, n, source, key, loader, role, position, folded, ids, places, venues, work,
         CASE WHEN name.open THEN names END AS names
  FROM read_parquet($person_mentions) AS person_mentions
  JOIN name ON node = hash(name_key)
  JOIN record USING (n)
  LEFT JOIN read_parquet($coauthors) AS coauthors USING (n, role)
  ORDER BY name.number
) TO $to (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
