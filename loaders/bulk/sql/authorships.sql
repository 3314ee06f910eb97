-- Count the positions in bylines of a loader's records, the people per byline, and the papers with more than `over`
-- people in a byline, which add no collaborations.
WITH said AS (
  SELECT n, one.person
  FROM (SELECT n, unnest(mentions) AS one FROM row_mentions) JOIN record USING (n)
  WHERE loader = $loader AND one."values".role = 'author'
), cut AS (
  SELECT n FROM said GROUP BY n HAVING count(DISTINCT person) > CAST($over AS INTEGER)
)
SELECT (SELECT count(*) FROM said), (SELECT count(*) FROM (SELECT DISTINCT n, person FROM said)),
       (SELECT count(DISTINCT entity) FROM row_link_records_paper JOIN cut USING (n))
