-- Names of people: the displayed name is the longest name of the preferred source.
CREATE OR REPLACE TABLE person_name AS
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
-- Attributes of people from records about them: the first stated value by source priority.
CREATE OR REPLACE TABLE described_entity AS
WITH said AS (
  SELECT entity AS person, "values"."personRole" AS role, "values".headline AS headline,
         (coalesce(list_position($trust, record.source), list_position($trust, 'table'), len($trust) + 1),
          record.source, record.key, record.loader) AS place
  FROM describes_researcher JOIN record USING (n) JOIN row_records USING (n) WHERE hash(entity) % $slices = $slice
)
SELECT person, arg_min(role, place) FILTER (role IS NOT NULL) AS role,
       arg_min(headline, place) FILTER (headline IS NOT NULL) AS headline
FROM said GROUP BY person;
-- Counts and years of authors; docs/trust.md describes the trust score.
CREATE OR REPLACE TABLE wrote AS
WITH cited AS (
  SELECT rid, "citationCount" AS citations, paper_count.year,
         row_number() OVER (PARTITION BY rid ORDER BY "citationCount" DESC) AS place
  FROM authored JOIN paper_count ON paper_count.id = pid WHERE hash(rid) % $slices = $slice
)
SELECT rid, count(*) AS papers, sum(citations)::BIGINT AS citations, min(year) AS first_year, max(year) AS last_year,
       count(*) FILTER (citations >= place) AS h, count(*) FILTER (citations >= 10) AS i10
FROM cited GROUP BY rid;
CREATE OR REPLACE TABLE studied AS
SELECT rid, count(*) AS topics
FROM (SELECT DISTINCT rid, tid FROM authored JOIN about ON about.paper = pid WHERE about.source <> 'byline')
GROUP BY rid;
CREATE OR REPLACE TABLE collaborator_count AS
SELECT rid, count(*) AS people, count(*) FILTER (papers >= 2) AS close
FROM (SELECT one AS rid, papers FROM collaborated_with UNION ALL SELECT other, papers FROM collaborated_with) GROUP BY rid;
CREATE OR REPLACE TABLE person AS
SELECT person_name.person AS id, person_name."sortName" || ' ' || person_name.person AS ord, person_name."name", person_name.aliases,
       (SELECT min("value") FROM owned WHERE owned.id = person_name.person AND scheme = 'orcid') AS orcid,
       described_entity.role, described_entity.headline,
       person_name.person IN (SELECT person FROM mention WHERE affiliations IS NOT NULL) AS "affiliationsKnown",
       false AS claimed, 'L1' AS "verificationLevel",
       10 + least(coalesce(papers, 0), 50) + least(coalesce(topics, 0), 20) AS "trustScore",
       coalesce(papers, 0) AS "paperCount", coalesce(topics, 0) AS "topicCount",
       coalesce(collaborator_count.people, 0) AS "collaboratorCount", coalesce(collaborator_count.close, 0) AS "closeCollaboratorCount",
       coalesce(citations, 0) AS "citationCount", coalesce(h, 0) AS "hIndex", coalesce(i10, 0) AS "i10Index",
       first_year AS "firstYear", last_year AS "lastYear"
FROM person_name LEFT JOIN described_entity USING (person) LEFT JOIN wrote ON wrote.rid = person_name.person
LEFT JOIN studied ON studied.rid = person_name.person LEFT JOIN collaborator_count ON collaborator_count.rid = person_name.person;
