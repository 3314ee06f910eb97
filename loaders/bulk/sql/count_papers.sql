-- Add counts to papers.
CREATE OR REPLACE TABLE paper_count AS
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
-- Citation percentile: the percentage of papers of the same topic and year with fewer citations.
CREATE OR REPLACE TABLE percentile AS
SELECT paper_count.id,
       100.0::DOUBLE * (rank() OVER cited_less - 1) / count(*) OVER (PARTITION BY tid, paper_count.year) AS "citationPercentile"
FROM about JOIN paper_count ON paper_count.id = about.paper
WHERE about.primary AND paper_count.year IS NOT NULL AND hash(tid) % $slices = $slice
WINDOW cited_less AS (PARTITION BY tid, paper_count.year ORDER BY paper_count."citationCount");
-- Collaborations between co-authors, without papers with over 100 authors.
CREATE OR REPLACE TABLE collaborated_with AS
SELECT one.rid AS one, other.rid AS other, count(*) AS papers, min(paper_count.year) AS "firstYear", max(paper_count.year) AS "lastYear"
FROM authored AS one JOIN authored AS other ON one.pid = other.pid AND one.rid < other.rid
JOIN paper_count ON paper_count.id = one.pid AND paper_count."authorCount" <= 100
GROUP BY one.rid, other.rid;
