-- Papers with their counts.
CREATE OR REPLACE TABLE counted AS
WITH authors AS (SELECT pid, count(*) AS number FROM authored GROUP BY pid),
citations AS (SELECT cited, count(*) AS number FROM cites GROUP BY cited),
bibliography AS (SELECT citing, count(*) AS number FROM cites GROUP BY citing),
listed AS (SELECT DISTINCT id FROM refers JOIN owned USING (scheme, "value") WHERE kind = 'citing' AND label = 'Paper')
SELECT paper.* EXCLUDE ("authorCount", "citationCount", "referenceCount", "collaborationsTruncated", "citationPercentile",
                        "referencesKnown", "addedIn", "changedIn"),
       coalesce(authors.number, 0) AS "authorCount", coalesce(citations.number, 0) AS "citationCount",
       coalesce(bibliography.number, 0) AS "referenceCount",
       CASE WHEN authors.number > 100 THEN true END AS "collaborationsTruncated",
       paper."referencesKnown" OR listed.id IS NOT NULL AS "referencesKnown"
FROM paper LEFT JOIN authors ON authors.pid = paper.id LEFT JOIN citations ON cited = paper.id
LEFT JOIN bibliography ON citing = paper.id LEFT JOIN listed ON listed.id = paper.id;
-- Of a topic's papers of one year, how many in a hundred are cited less often.
CREATE OR REPLACE TABLE percentile AS
SELECT counted.id,
       100.0::DOUBLE * (rank() OVER cited_less - 1) / count(*) OVER (PARTITION BY tid, counted.year) AS "citationPercentile"
FROM about JOIN counted ON counted.id = about.paper
WHERE about.primary AND counted.year IS NOT NULL AND hash(tid) % $slices = $slice
WINDOW cited_less AS (PARTITION BY tid, counted.year ORDER BY counted."citationCount");
-- Who wrote together: papers of over 100 authors add nobody.
CREATE OR REPLACE TABLE collaborated_with AS
SELECT one.rid AS one, other.rid AS other, count(*) AS papers, min(counted.year) AS "firstYear", max(counted.year) AS "lastYear"
FROM authored AS one JOIN authored AS other ON one.pid = other.pid AND one.rid < other.rid
JOIN counted ON counted.id = one.pid AND counted."authorCount" <= 100
GROUP BY one.rid, other.rid;
