-- How many records of a loader count: one of each key.
SELECT count(*) FROM record WHERE loader = $loader
