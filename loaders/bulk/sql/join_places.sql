-- Where papers were written; cypher/write/written_at.cypher tells the rules.
CREATE OR REPLACE TABLE whole AS
SELECT entity AS pid, n, position AS place, "asWritten", names.id AS iid
FROM describe_paper JOIN writes_from USING (n) JOIN names ON names.folded = writes_from.folded AND decides
UNION
SELECT entity, n, position, "asWritten", owned.id
FROM describe_paper JOIN writes_from USING (n)
JOIN owned ON owned.label = 'Institution' AND owned.scheme = 'ror' AND owned."value" = writes_from.ror;
-- Institutions that a part of an affiliation may mean, where the whole of it decides for none.
CREATE OR REPLACE TABLE meant AS
WITH may AS (
  SELECT row_number() OVER () AS number, may_name.* FROM may_name
  WHERE NOT EXISTS (
    SELECT 1 FROM writes_from JOIN names ON names.folded = writes_from.folded AND decides
    WHERE writes_from.n = may_name.n AND writes_from."asWritten" = may_name."asWritten"
  ) AND hash(may_name.n) % $slices = $slice
), living AS (
  SELECT may.*, names.id AS iid, names.shown, coalesce(list_contains(may.countries, names.country), false) AS there,
         coalesce(list_contains(may.places, names.city), false) AS near
  FROM may JOIN names ON names.folded = may."name" AND names.living
  WHERE may.countries IS NULL OR names.country IS NULL OR list_contains(may.countries, names.country)
), counted AS (
  SELECT *, count(*) OVER found AS all_of, count(*) FILTER (near) OVER found AS near_ones
  FROM living WINDOW found AS (PARTITION BY number)
), remaining AS (
  SELECT * FROM counted
  WHERE all_of = 1 OR (near_ones = 1 AND near) OR (near_ones > 1 AND near AND shown) OR (near_ones = 0 AND shown)
), sole AS (
  SELECT * FROM remaining QUALIFY count(*) OVER (PARTITION BY number) = 1
)
SELECT * FROM sole WHERE needs IS NULL OR near OR (needs = 'place' AND there);
-- Of overlapping parts the first in rank counts.
CREATE OR REPLACE TABLE by_parts AS
SELECT n, positions, "asWritten", iid FROM meant AS one
WHERE NOT EXISTS (
  SELECT 1 FROM meant AS other
  WHERE other.n = one.n AND other."asWritten" = one."asWritten" AND other.rank < one.rank
    AND other.first <= one.last AND one.first <= other.last
);
CREATE OR REPLACE TABLE written_at AS
WITH said AS (
  SELECT * FROM whole
  UNION
  SELECT entity, n, unnest(positions), "asWritten", iid FROM describe_paper JOIN by_parts USING (n)
)
SELECT said.pid, said.iid, authored.position, min(record.source) AS source, min(said."asWritten") AS "asWritten",
       any_value(authored.ord) AS ord
FROM said JOIN record USING (n)
JOIN mention ON mention.n = said.n AND mention.role = 'author' AND mention.position = said.place
JOIN authored ON authored.rid = mention.person AND authored.pid = said.pid
WHERE hash(said.pid) % $slices = $slice
GROUP BY said.pid, said.iid, authored.position;
-- Where people worked, as by-lines and records of them say; what a record says comes before by-lines.
CREATE OR REPLACE TABLE affiliated_with AS
WITH by_line AS (
  SELECT authored.rid, iid, min(paper.year) AS since, max(paper.year) AS until, 'author' AS role, 'by-line' AS source
  FROM authored JOIN written_at ON written_at.pid = authored.pid AND written_at.position = authored.position
  JOIN paper ON paper.id = authored.pid GROUP BY authored.rid, iid
), placed_at AS (
  SELECT entity AS rid, coalesce(names.id, owned.id) AS iid, since, until, role, record.source, 'whole' AS way
  FROM describe_researcher JOIN writes_from USING (n) JOIN record USING (n)
  LEFT JOIN names ON names.folded = writes_from.folded AND decides
  LEFT JOIN owned ON owned.label = 'Institution' AND owned.scheme = 'ror' AND owned."value" = writes_from.ror
  UNION ALL
  SELECT entity, by_parts.iid, since, until, role, record.source, 'parts'
  FROM describe_researcher JOIN writes_from USING (n) JOIN record USING (n)
  JOIN by_parts ON by_parts.n = writes_from.n AND by_parts."asWritten" = writes_from."asWritten"
  WHERE writes_from.position = 0 AND writes_from.folded IS NOT NULL
), stated AS (
  SELECT rid, iid, min(since) AS since, max(until) AS until, min(role) AS role, min(source) AS source
  FROM placed_at WHERE iid IS NOT NULL GROUP BY rid, iid, way
), said AS (
  SELECT * FROM by_line UNION ALL SELECT * FROM stated
)
SELECT * FROM said
SEMI JOIN (SELECT person AS rid FROM mention WHERE affiliations IS NOT NULL) USING (rid)
WHERE hash(rid) % $slices = $slice
QUALIFY row_number() OVER (PARTITION BY rid, iid ORDER BY source = 'by-line', source, since, until, role) = 1;
