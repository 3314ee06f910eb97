-- The next page of groups by key.
SELECT loader, source, key, statements FROM partial_record
WHERE (loader, source, key) > ($loader, $source, $key) ORDER BY loader, source, key LIMIT 5000
