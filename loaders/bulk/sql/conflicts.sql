-- List the first IDs that records of a loader state but that belong to other entities.
SELECT source, key, id[1] || ':' || id[2] AS one
FROM (SELECT n, unnest(ids) AS id FROM row_id_conflicts) JOIN record USING (n)
WHERE loader = $loader
ORDER BY source, key, one
LIMIT CAST($most AS BIGINT)
