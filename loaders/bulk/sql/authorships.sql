-- Places in the by-lines of a loader's records, people in them, each by-line counted by itself, and the papers of by-lines
-- of so many that they add no collaborations.
WITH said AS (
  SELECT n, one.person
  FROM (SELECT n, unnest(mentions) AS one FROM row_mentions) JOIN record USING (n)
  WHERE loader = $loader AND one."values".role = 'author'
), cut AS (
  SELECT n FROM said GROUP BY n HAVING count(DISTINCT person) > CAST($over AS INTEGER)
)
SELECT (SELECT count(*) FROM said), (SELECT count(*) FROM (SELECT DISTINCT n, person FROM said)),
       (SELECT count(DISTINCT entity) FROM row_describe_paper JOIN cut USING (n))
