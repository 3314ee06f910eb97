-- How many ids records of a loader state that others hold.
SELECT coalesce(sum(len(ids)), 0)
FROM row_conflicts JOIN record USING (n)
WHERE loader = $loader
