-- Places in the by-lines of a loader's records, and people in them, each by-line counted by itself.
WITH said AS (
  SELECT n, one.person
  FROM (SELECT n, unnest(mentions) AS one FROM row_mentions) JOIN record USING (n)
  WHERE loader = $loader AND one."values".role = 'author'
)
SELECT (SELECT count(*) FROM said), (SELECT count(*) FROM (SELECT DISTINCT n, person FROM said))
