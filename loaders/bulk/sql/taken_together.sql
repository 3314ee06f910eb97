-- The next of them by their keys.
SELECT loader, source, key, statements FROM said_in_passing
WHERE (loader, source, key) > ($loader, $source, $key) ORDER BY loader, source, key LIMIT 5000
