-- What records describe, as tables: of a view over files DuckDB does not know how large it is, and joins in a bad order.
CREATE OR REPLACE TABLE describe_paper AS SELECT n, entity, byline FROM row_describe_paper;
CREATE OR REPLACE TABLE describe_researcher AS SELECT n, entity, byline FROM row_describe_researcher;
CREATE OR REPLACE TABLE describe_institution AS SELECT n, entity, byline FROM row_describe_institution;
CREATE OR REPLACE TABLE describe_volume AS SELECT n, entity, byline FROM row_describe_volume;
-- What every paper says of itself.
CREATE OR REPLACE TABLE paper AS SELECT id, unnest("values") FROM row_papers;
-- Outside ids and whose they are: where things of two kinds claim one, the later of these kinds has it.
CREATE OR REPLACE TABLE owned AS
WITH claimed AS (
  SELECT 1 AS place, 'Paper' AS label, scheme, "value", id FROM row_identify_papers
  UNION ALL SELECT 2, 'Institution', scheme, "value", id FROM row_identify_institutions
  UNION ALL SELECT 3, 'Funder', scheme, "value", id FROM row_identify_funders
  UNION ALL SELECT 4, 'Venue', scheme, "value", id FROM row_identify_venues
  UNION ALL SELECT 5, 'Volume', scheme, "value", id FROM row_identify_volumes
  UNION ALL
  SELECT 6, 'Researcher', split_part(id, ':', 1), substr(id, strpos(id, ':') + 1), person FROM read_parquet($person_ids)
)
SELECT label, scheme, "value", id FROM claimed WHERE hash("value") % $slices = $slice
QUALIFY row_number() OVER (PARTITION BY scheme, "value" ORDER BY place DESC) = 1;
-- What each record points to by an outside id.
CREATE OR REPLACE TABLE refers AS
SELECT n, one.kind, one.scheme, one."value", unnest(one."values")
FROM (SELECT n, unnest("references") AS one FROM row_references);
-- The names in records, each with the person whom it is taken for.
CREATE OR REPLACE TABLE mention AS
SELECT n, one.person, unnest(one."values") FROM (SELECT n, unnest(mentions) AS one FROM row_mentions);
-- Where records say that their people wrote from.
CREATE OR REPLACE TABLE writes_from AS
SELECT n, one.folded, NULL AS ror, unnest(one."values") FROM (SELECT n, unnest(places) AS one FROM row_places_by_name)
UNION ALL BY NAME
SELECT n, NULL AS folded, one.ror, unnest(one."values") FROM (SELECT n, unnest(places) AS one FROM row_places_by_ror);
-- The names that affiliations may hold.
CREATE OR REPLACE TABLE may_name AS
SELECT n, one."name", unnest(one."values") FROM (SELECT n, unnest("names") AS one FROM row_may_name);
-- The volumes that papers appeared in, of those that are there; of two places in one volume the first counts.
CREATE OR REPLACE TABLE appeared_in AS
SELECT paper, owned.id AS wid, "values".pages AS pages, "values".issue AS issue
FROM row_appeared_in JOIN owned ON owned.label = 'Volume' AND owned.scheme = 'volume' AND owned."value" = row_appeared_in.volume
QUALIFY row_number() OVER (PARTITION BY paper, owned.id ORDER BY place) = 1;
-- Topics by scheme and code: those that nobody described are called by their code.
CREATE OR REPLACE TABLE topic AS
SELECT scheme, code, min(id) AS id, arg_min(ord, id) AS ord, coalesce(max("name"), code) AS "name", max(parent) AS parent
FROM row_topics GROUP BY scheme, code;
-- Names of institutions, and whether one decides for the only one of that name that is not withdrawn.
CREATE OR REPLACE TABLE names AS
WITH said AS (
  SELECT id, one."name" AS folded, one.shown, "where".country AS country, "where".city AS city
  FROM (SELECT id, unnest("names") AS one, "where" FROM row_names)
), institution AS (
  SELECT id, coalesce("values".status, 'active') <> 'withdrawn' AS living FROM row_institutions
)
SELECT id, folded, CASE WHEN shown THEN true END AS shown, country, city, living,
       CASE WHEN living AND count(*) FILTER (living) OVER (PARTITION BY folded) = 1 THEN true END AS decides
FROM said JOIN institution USING (id);
