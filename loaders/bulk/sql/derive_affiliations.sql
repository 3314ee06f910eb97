-- Match the affiliations of authors to institutions; cypher/ingest/affiliations.cypher describes the rules.
CREATE OR REPLACE TABLE affiliation_name AS
SELECT entity AS pid, n, position AS place, "asWritten", names.id AS iid
FROM describes_paper JOIN has_affiliation USING (n) JOIN names ON names.folded = has_affiliation.folded AND "isUnambiguous"
UNION
SELECT entity, n, position, "asWritten", owned.id
FROM describes_paper JOIN has_affiliation USING (n)
JOIN owned ON owned.label = 'Institution' AND owned.scheme = 'ror' AND owned."value" = has_affiliation.ror;
-- Candidate institutions for parts of an affiliation, if its complete text matches no institution.
CREATE OR REPLACE TABLE matched_institution AS
WITH may AS (
  SELECT row_number() OVER () AS number, candidate_name.* FROM candidate_name
  WHERE NOT EXISTS (
    SELECT 1 FROM has_affiliation JOIN names ON names.folded = has_affiliation.folded AND "isUnambiguous"
    WHERE has_affiliation.n = candidate_name.n AND has_affiliation."asWritten" = candidate_name."asWritten"
  ) AND hash(candidate_name.n) % $slices = $slice
), living AS (
  SELECT may.*, names.id AS iid, names.shown, names.ror, names.parents, names."isEducational",
         coalesce(list_contains(may.countries, names.country), false) AS there,
         coalesce(list_contains(may.places, names.city), false) AS near
  FROM may JOIN names ON names.folded = may."name" AND names.living
  WHERE may.countries IS NULL OR names.country IS NULL OR list_contains(may.countries, names.country)
), paper_count AS (
  SELECT *, count(*) OVER found AS all_of, count(*) FILTER (near) OVER found AS near_ones
  FROM living WINDOW found AS (PARTITION BY number)
), namesake AS MATERIALIZED (
  SELECT *, CASE WHEN near_ones = 0 THEN all_of ELSE near_ones END AS namesakes
  FROM paper_count WHERE near OR near_ones = 0
), sole AS (
  SELECT *, false AS is_parent FROM namesake WHERE namesakes = 1 OR shown
  QUALIFY count(*) OVER (PARTITION BY number) = 1
), child_count AS (
  SELECT number, ror, count(*) AS children FROM (SELECT number, unnest(parents) AS ror FROM namesake) GROUP BY ALL
), decided AS (
  SELECT * FROM sole
  UNION ALL BY NAME
  SELECT namesake.*, true AS is_parent FROM namesake JOIN child_count USING (number, ror)
  WHERE children = namesakes - 1 AND number NOT IN (SELECT number FROM sole)
)
SELECT * FROM decided
WHERE needs IS NULL OR near OR (needs <> 'city' AND there) OR (needs = 'place or parent' AND is_parent)
   OR (needs = 'place or education' AND "isEducational");
-- Of overlapping parts, use the one with the best rank.
CREATE OR REPLACE TABLE affiliation_by_part AS
SELECT n, positions, "asWritten", iid FROM matched_institution AS one
WHERE NOT EXISTS (
  SELECT 1 FROM matched_institution AS other
  WHERE other.n = one.n AND other."asWritten" = one."asWritten" AND other.rank < one.rank
    AND other.first <= one.last AND one.first <= other.last
);
CREATE OR REPLACE TABLE written_at AS
WITH said AS (
  SELECT * FROM affiliation_name
  UNION
  SELECT entity, n, unnest(positions), "asWritten", iid FROM describes_paper JOIN affiliation_by_part USING (n)
)
SELECT said.pid, said.iid, authored.position, min(record.source) AS source, min(said."asWritten") AS "asWritten",
       any_value(authored.ord) AS ord
FROM said JOIN record USING (n)
JOIN mention ON mention.n = said.n AND mention.role = 'author' AND mention.position = said.place
JOIN authored ON authored.rid = mention.person AND authored.pid = said.pid
WHERE hash(said.pid) % $slices = $slice
GROUP BY said.pid, said.iid, authored.position;
-- Affiliations of people from bylines and from records about them; records take precedence over bylines.
CREATE OR REPLACE TABLE affiliated_with AS
WITH coauthors AS (
  SELECT authored.rid, iid, min(paper.year) AS since, max(paper.year) AS until, 'author' AS role, 'by-line' AS source
  FROM authored JOIN written_at ON written_at.pid = authored.pid AND written_at.position = authored.position
  JOIN paper ON paper.id = authored.pid GROUP BY authored.rid, iid
), placed_at AS (
  SELECT entity AS rid, coalesce(names.id, owned.id) AS iid, since, until, role, record.source, 'whole' AS way
  FROM describes_researcher JOIN has_affiliation USING (n) JOIN record USING (n)
  LEFT JOIN names ON names.folded = has_affiliation.folded AND "isUnambiguous"
  LEFT JOIN owned ON owned.label = 'Institution' AND owned.scheme = 'ror' AND owned."value" = has_affiliation.ror
  UNION ALL
  SELECT entity, affiliation_by_part.iid, since, until, role, record.source, 'parts'
  FROM describes_researcher JOIN has_affiliation USING (n) JOIN record USING (n)
  JOIN affiliation_by_part ON affiliation_by_part.n = has_affiliation.n AND affiliation_by_part."asWritten" = has_affiliation."asWritten"
  WHERE has_affiliation.position = 0 AND has_affiliation.folded IS NOT NULL
), stated AS (
  SELECT rid, iid, min(since) AS since, max(until) AS until, min(role) AS role, min(source) AS source
  FROM placed_at WHERE iid IS NOT NULL GROUP BY rid, iid, way
), said AS (
  SELECT * FROM coauthors UNION ALL SELECT * FROM stated
)
SELECT * FROM said
SEMI JOIN (SELECT person AS rid FROM mention WHERE affiliations IS NOT NULL) USING (rid)
WHERE hash(rid) % $slices = $slice
QUALIFY row_number() OVER (PARTITION BY rid, iid ORDER BY source = 'by-line', source, since, until, role) = 1;
