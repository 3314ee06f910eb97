-- Entities of records as tables: DuckDB does not know the size of views over files, and would join them in a bad order.
CREATE OR REPLACE TABLE describes_paper AS SELECT n, entity, byline FROM row_link_records_paper;
CREATE OR REPLACE TABLE describes_researcher AS SELECT n, entity, byline FROM row_link_records_researcher;
CREATE OR REPLACE TABLE describes_institution AS SELECT n, entity, byline FROM row_link_records_institution;
CREATE OR REPLACE TABLE describes_volume AS SELECT n, entity, byline FROM row_link_records_volume;
-- Properties of papers.
CREATE OR REPLACE TABLE paper AS SELECT id, unnest("values") FROM row_papers;
-- External IDs and their entities; if entities of two kinds claim an ID, the later kind in this list has it.
CREATE OR REPLACE TABLE owned AS
WITH claimed AS (
  SELECT 1 AS place, 'Paper' AS label, scheme, "value", id FROM row_link_ids_paper
  UNION ALL SELECT 2, 'Institution', scheme, "value", id FROM row_link_ids_institution
  UNION ALL SELECT 3, 'Funder', scheme, "value", id FROM row_link_ids_funder
  UNION ALL SELECT 4, 'Venue', scheme, "value", id FROM row_link_ids_venue
  UNION ALL SELECT 5, 'Volume', scheme, "value", id FROM row_link_ids_volume
  UNION ALL
  SELECT 6, 'Researcher', split_part(id, ':', 1), substr(id, strpos(id, ':') + 1), person FROM read_parquet($person_ids)
)
SELECT label, scheme, "value", id FROM claimed WHERE hash("value") % $slices = $slice
QUALIFY row_number() OVER (PARTITION BY scheme, "value" ORDER BY place DESC) = 1;
-- References of records to other entities by external ID.
CREATE OR REPLACE TABLE refers AS
SELECT n, one.kind, one.scheme, one."value", unnest(one."values")
FROM (SELECT n, unnest("references") AS one FROM row_record_references);
-- Mentions with the people to whom they were assigned.
CREATE OR REPLACE TABLE mention AS
SELECT n, one.person, unnest(one."values") FROM (SELECT n, unnest(mentions) AS one FROM row_mentions);
-- Affiliations of mentions.
CREATE OR REPLACE TABLE has_affiliation AS
SELECT n, one.folded, NULL AS ror, unnest(one."values") FROM (SELECT n, unnest(places) AS one FROM row_affiliations_by_name)
UNION ALL BY NAME
SELECT n, NULL AS folded, one.ror, unnest(one."values") FROM (SELECT n, unnest(places) AS one FROM row_affiliations_by_ror);
-- Candidate institution names in affiliations.
CREATE OR REPLACE TABLE candidate_name AS
SELECT n, one."name", unnest(one."values") FROM (SELECT n, unnest("names") AS one FROM row_candidate_names);
-- Existing volumes in which papers appeared; of two positions in one volume, the first is used.
CREATE OR REPLACE TABLE appeared_in AS
SELECT paper, owned.id AS wid, "values".pages AS pages, "values".issue AS issue
FROM row_appearances JOIN owned ON owned.label = 'Volume' AND owned.scheme = 'volume' AND owned."value" = row_appearances.volume
QUALIFY row_number() OVER (PARTITION BY paper, owned.id ORDER BY place) = 1;
-- Topics by scheme and code; a topic without a record is named after its code.
CREATE OR REPLACE TABLE topic AS
SELECT scheme, code, min(id) AS id, arg_min(ord, id) AS ord, coalesce(max("name"), code) AS "name", max(parent) AS parent
FROM row_topics GROUP BY scheme, code;
-- Names of institutions; a name is unambiguous if exactly one institution that is not withdrawn has it.
CREATE OR REPLACE TABLE names AS
WITH said AS (
  SELECT id, one."name" AS folded, one.shown, facts.country AS country, facts.city AS city,
         facts.ror AS ror, facts.parents AS parents, facts."isEducational" AS "isEducational"
  FROM (SELECT id, unnest("names") AS one, facts FROM row_institution_names)
), institution AS (
  SELECT id, coalesce("values".status, 'active') <> 'withdrawn' AS living FROM row_institutions
)
SELECT id, folded, CASE WHEN shown THEN true END AS shown, country, city, ror, parents, "isEducational", living,
       CASE WHEN living AND count(*) FILTER (living) OVER (PARTITION BY folded) = 1 THEN true END AS "isUnambiguous"
FROM said JOIN institution USING (id);
