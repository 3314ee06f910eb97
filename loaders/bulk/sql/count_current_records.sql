-- Count the current records of a loader, one per key.
SELECT count(*) FROM record WHERE loader = $loader
