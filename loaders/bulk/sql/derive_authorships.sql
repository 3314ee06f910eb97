-- Authorships from the displayed byline, once per person, with all sources that name the person.
CREATE OR REPLACE TABLE authored AS
WITH chosen AS (
  SELECT entity AS pid, person AS rid,
         arg_min({'position': position, 'nameAsWritten': "nameAsWritten", 'corresponding': corresponding,
                  'affiliations': affiliations}, position) AS first
  FROM describes_paper JOIN mention USING (n)
  WHERE byline AND role = 'author' AND hash(entity) % $slices = $slice GROUP BY entity, person
), naming_sources AS (
  SELECT entity AS pid, person AS rid, list_sort(list(DISTINCT source)) AS sources
  FROM describes_paper JOIN mention USING (n) JOIN record USING (n) JOIN paper ON paper.id = entity
  WHERE role = 'author' AND len(paper.sources) > 1 AND hash(entity) % $slices = $slice GROUP BY entity, person
)
SELECT rid, pid, paper.ord, first.position, first."nameAsWritten", first.corresponding, first.affiliations,
       CASE WHEN len(paper.sources) = 1 THEN paper.sources ELSE naming_sources.sources END AS sources
FROM chosen JOIN paper ON paper.id = pid LEFT JOIN naming_sources USING (pid, rid);
-- Editors of volumes, from the longest list of the preferred source.
CREATE OR REPLACE TABLE edited AS
WITH listed AS (
  SELECT entity AS wid, n, record.source, record.key AS record_key, record.loader, person, position, "nameAsWritten"
  FROM describes_volume JOIN record USING (n) JOIN mention USING (n) WHERE role = 'editor'
), chosen AS (
  SELECT wid, arg_min(n, (coalesce(list_position($trust_venues, source), list_position($trust_venues, 'table'),
                                   len($trust_venues) + 1), source, -names, record_key, loader)) AS n
  FROM (SELECT *, count(*) OVER (PARTITION BY wid, n) AS names FROM listed) GROUP BY wid
), first AS (
  SELECT wid, person, arg_min({'position': position, 'nameAsWritten': "nameAsWritten"}, position) AS one
  FROM listed SEMI JOIN chosen USING (wid, n) GROUP BY wid, person
)
SELECT person AS rid, wid, one.position, one."nameAsWritten" FROM first;
