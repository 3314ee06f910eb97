-- Everybody's names, the fullest of the most trusted source first.
CREATE OR REPLACE TABLE called AS
WITH said AS (
  SELECT DISTINCT person, "nameAsWritten" AS "name", "sortName", record.source, variants,
         CASE role WHEN 'person' THEN position ELSE 1000 END AS place
  FROM mention JOIN record USING (n) WHERE hash(person) % $slices = $slice
), ranked AS (
  SELECT *, coalesce(list_position($trust, source), list_position($trust, 'table'), len($trust) + 1) AS rank FROM said
), first AS (
  SELECT person, "name", "sortName" FROM ranked
  QUALIFY row_number() OVER (
    PARTITION BY person ORDER BY rank, source, place, len("name") DESC, "name", "sortName") = 1
), every AS (
  SELECT person, "name" FROM said UNION SELECT person, unnest(variants) FROM said
), others AS (
  SELECT every.person, list(every."name" ORDER BY every."name") AS aliases
  FROM every JOIN first ON first.person = every.person AND first."name" <> every."name" GROUP BY every.person
)
SELECT first.person, first."name", first."sortName", coalesce(others.aliases, []) AS aliases
FROM first LEFT JOIN others USING (person);
-- What records of a person say of them: the first that says it, by trust.
CREATE OR REPLACE TABLE described AS
WITH said AS (
  SELECT entity AS person, "values"."personRole" AS role, "values".headline AS headline,
         (coalesce(list_position($trust, record.source), list_position($trust, 'table'), len($trust) + 1),
          record.source, record.key, record.loader) AS place
  FROM describe_researcher JOIN record USING (n) JOIN row_records USING (n) WHERE hash(entity) % $slices = $slice
)
SELECT person, arg_min(role, place) FILTER (role IS NOT NULL) AS role,
       arg_min(headline, place) FILTER (headline IS NOT NULL) AS headline
FROM said GROUP BY person;
-- Counts and years of everybody who wrote; docs/trust.md says how trust is made.
CREATE OR REPLACE TABLE wrote AS
WITH cited AS (
  SELECT rid, "citationCount" AS citations, counted.year,
         row_number() OVER (PARTITION BY rid ORDER BY "citationCount" DESC) AS place
  FROM authored JOIN counted ON counted.id = pid WHERE hash(rid) % $slices = $slice
)
SELECT rid, count(*) AS papers, sum(citations)::BIGINT AS citations, min(year) AS first_year, max(year) AS last_year,
       count(*) FILTER (citations >= place) AS h, count(*) FILTER (citations >= 10) AS i10
FROM cited GROUP BY rid;
CREATE OR REPLACE TABLE studied AS
SELECT rid, count(*) AS topics
FROM (SELECT DISTINCT rid, tid FROM authored JOIN about ON about.paper = pid WHERE about.source <> 'byline')
GROUP BY rid;
CREATE OR REPLACE TABLE together AS
SELECT rid, count(*) AS people, count(*) FILTER (papers >= 2) AS close
FROM (SELECT one AS rid, papers FROM collaborated_with UNION ALL SELECT other, papers FROM collaborated_with) GROUP BY rid;
CREATE OR REPLACE TABLE person AS
SELECT called.person AS id, called."sortName" || ' ' || called.person AS ord, called."name", called.aliases,
       (SELECT min("value") FROM owned WHERE owned.id = called.person AND scheme = 'orcid') AS orcid,
       described.role, described.headline,
       called.person IN (SELECT person FROM mention WHERE affiliations IS NOT NULL) AS "affiliationsKnown",
       false AS claimed, 'L1' AS "verificationLevel",
       10 + least(coalesce(papers, 0), 50) + least(coalesce(topics, 0), 20) AS "trustScore",
       coalesce(papers, 0) AS "paperCount", coalesce(topics, 0) AS "topicCount",
       coalesce(together.people, 0) AS "collaboratorCount", coalesce(together.close, 0) AS "closeCollaboratorCount",
       coalesce(citations, 0) AS "citationCount", coalesce(h, 0) AS "hIndex", coalesce(i10, 0) AS "i10Index",
       first_year AS "firstYear", last_year AS "lastYear"
FROM called LEFT JOIN described USING (person) LEFT JOIN wrote ON wrote.rid = called.person
LEFT JOIN studied ON studied.rid = called.person LEFT JOIN together ON together.rid = called.person;
