-- Places in the by-lines of a loader's records, and people in them, each by-line counted by itself.
SELECT count(*), count(DISTINCT (n, one.person))
FROM (SELECT n, unnest(mentions) AS one FROM row_mentions) JOIN record USING (n)
WHERE loader = $loader AND one."values".role = 'author'
