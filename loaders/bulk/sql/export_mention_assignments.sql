-- People of the mentions in each partition of records.
COPY (
  SELECT number, n, role, position, person, rule FROM read_parquet($persons) JOIN assigned_partition USING (n) ORDER BY number
) TO $mention_assignments (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
-- IDs of people that these mentions state but that belong to other people.
COPY (
  SELECT number, n, id FROM read_parquet($person_id_conflicts) JOIN assigned_partition USING (n) ORDER BY number
) TO $rejected_ids (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, FILE_SIZE_BYTES '256MB');
