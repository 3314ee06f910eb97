-- Citations between existing papers, from reference lists and from records of single citations; no self-citations.
CREATE OR REPLACE TABLE cites AS
WITH paper_id AS (
  SELECT scheme, "value", id FROM owned WHERE label = 'Paper'
), cited AS (
  SELECT n, id AS cited, intents, influential FROM refers JOIN paper_id USING (scheme, "value") WHERE kind = 'cites'
), citing AS (
  SELECT n, entity AS citing FROM describes_paper
  UNION
  SELECT n, id FROM refers JOIN paper_id USING (scheme, "value") WHERE kind = 'citing'
), said AS (
  SELECT citing, cited, source, intents, influential FROM citing JOIN cited USING (n) JOIN record USING (n)
  WHERE citing <> cited AND hash(citing) % $slices = $slice
)
SELECT citing, cited, list_sort(list(DISTINCT source)) AS sources,
       nullif(list_sort(list_distinct(flatten(coalesce(list(intents) FILTER (intents IS NOT NULL), [])))), []) AS intents,
       bool_or(influential) AS influential, cited AS pid, any_value(paper.ord) AS ord
FROM said JOIN paper ON paper.id = citing GROUP BY citing, cited;
-- Relations between works, without relations of a work to itself.
CREATE OR REPLACE TABLE relates_to AS
WITH said AS (
  SELECT CASE WHEN inverse THEN owned.id ELSE entity END AS one, CASE WHEN inverse THEN entity ELSE owned.id END AS other,
         relation AS kind, source
  FROM describes_paper JOIN refers USING (n) JOIN record USING (n)
  JOIN owned ON owned.label = 'Paper' AND owned.scheme = refers.scheme AND owned."value" = refers."value"
  WHERE refers.kind = 'relation'
)
SELECT one, other, list_sort(list(DISTINCT kind)) AS kinds, list_sort(list(DISTINCT source)) AS sources
FROM said WHERE one <> other AND hash(one) % $slices = $slice GROUP BY one, other;
-- Funding: one edge per paper and funder, with all awards.
CREATE OR REPLACE TABLE funded_by AS
SELECT entity AS paper, owned.id AS fid, any_value(paper.ord) AS ord,
       list_sort(list_distinct(flatten(coalesce(list(refers.awards) FILTER (refers.awards IS NOT NULL), [])))) AS awards,
       list_sort(list(DISTINCT source)) AS sources
FROM describes_paper JOIN refers USING (n) JOIN record USING (n)
JOIN owned ON owned.label = 'Funder' AND owned.scheme = refers.scheme AND owned."value" = refers."value"
JOIN paper ON paper.id = entity
WHERE refers.kind = 'funder' AND hash(entity) % $slices = $slice GROUP BY entity, owned.id;
-- Venues of volumes.
CREATE OR REPLACE TABLE volume_of AS
SELECT DISTINCT entity AS wid, owned.id AS vid
FROM describes_volume JOIN refers USING (n)
JOIN owned ON owned.label = 'Venue' AND owned.scheme = refers.scheme AND owned."value" = refers."value"
WHERE refers.kind = 'venue';
-- Relations between institutions: one edge per relation, independent of the side that states it; no self-relations.
CREATE OR REPLACE TABLE institution_relation AS
WITH said AS (
  SELECT entity AS one, owned.id AS other, refers.kind
  FROM describes_institution JOIN refers USING (n)
  JOIN owned ON owned.label = 'Institution' AND owned.scheme = refers.scheme AND owned."value" = refers."value"
  WHERE refers.kind IN ('parent', 'child', 'predecessor', 'successor', 'related')
)
SELECT DISTINCT
  CASE WHEN kind IN ('child', 'predecessor') OR (kind = 'related' AND one > other) THEN other ELSE one END AS one,
  CASE WHEN kind IN ('child', 'predecessor') OR (kind = 'related' AND one > other) THEN one ELSE other END AS other,
  CASE kind WHEN 'child' THEN 'parent' WHEN 'predecessor' THEN 'successor' ELSE kind END AS kind
FROM said WHERE one <> other;
-- Topics of papers.
CREATE OR REPLACE TABLE about AS
WITH said AS (SELECT paper, scheme, code, unnest("values") FROM row_paper_topics)
SELECT said.* EXCLUDE (scheme, code, tid, ord), topic.id AS tid, paper.ord
FROM said JOIN topic USING (scheme, code) JOIN paper ON paper.id = said.paper;
