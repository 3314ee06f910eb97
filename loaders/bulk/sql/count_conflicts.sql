-- Count the IDs that records of a loader state but that belong to other entities.
SELECT coalesce(sum(len(ids)), 0)
FROM row_id_conflicts JOIN record USING (n)
WHERE loader = $loader
