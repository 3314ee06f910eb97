-- Nodes: a view for each label with its properties; `_id` identifies a node within its label.
CREATE OR REPLACE VIEW node_Paper AS
SELECT id AS _id, paper_count.*, "citationPercentile", 1 AS "addedIn", 1 AS "changedIn" FROM paper_count LEFT JOIN percentile USING (id);
CREATE OR REPLACE VIEW node_Researcher AS SELECT id AS _id, *, 1 AS "addedIn", 1 AS "changedIn" FROM person;
CREATE OR REPLACE VIEW node_Institution AS
WITH said AS (SELECT id, unnest("values") FROM row_institutions),
papers AS (SELECT iid, count(*) AS number FROM (SELECT DISTINCT iid, pid FROM written_at) GROUP BY iid)
SELECT id AS _id, said.* EXCLUDE ("paperCount", "addedIn", "changedIn"), coalesce(papers.number, 0) AS "paperCount",
       1 AS "addedIn", 1 AS "changedIn"
FROM said LEFT JOIN papers ON iid = id;
CREATE OR REPLACE VIEW node_Funder AS
WITH said AS (SELECT id, unnest("values") FROM row_funders),
papers AS (SELECT fid, count(*) AS number FROM funded_by GROUP BY fid)
SELECT id AS _id, said.* EXCLUDE ("paperCount", "addedIn", "changedIn"), coalesce(papers.number, 0) AS "paperCount",
       1 AS "addedIn", 1 AS "changedIn"
FROM said LEFT JOIN papers ON fid = id;
CREATE OR REPLACE VIEW node_Venue AS
WITH said AS (SELECT id, unnest("values") FROM row_venues),
papers AS (
  SELECT vid, count(*) AS number
  FROM (SELECT DISTINCT vid, paper FROM volume_of JOIN appeared_in USING (wid)) GROUP BY vid
)
SELECT id AS _id, said.* EXCLUDE ("paperCount", "addedIn", "changedIn"), coalesce(papers.number, 0) AS "paperCount",
       1 AS "addedIn", 1 AS "changedIn"
FROM said LEFT JOIN papers ON vid = id;
CREATE OR REPLACE VIEW node_Volume AS
WITH said AS (SELECT id, unnest("values") FROM row_volumes),
papers AS (SELECT wid, count(*) AS number FROM appeared_in GROUP BY wid)
SELECT id AS _id, said.* EXCLUDE ("paperCount", "addedIn", "changedIn"), coalesce(papers.number, 0) AS "paperCount",
       1 AS "addedIn", 1 AS "changedIn"
FROM said LEFT JOIN papers ON wid = id;
CREATE OR REPLACE VIEW node_Topic AS
WITH papers AS (
  SELECT tid, count(*) AS number, min(year) AS "firstYear", max(year) AS "lastYear"
  FROM about JOIN paper ON paper.id = about.paper GROUP BY tid
)
SELECT id AS _id, id, ord, scheme, code, "name", coalesce(number, 0) AS "paperCount", "firstYear", "lastYear",
       1 AS "addedIn", 1 AS "changedIn"
FROM topic LEFT JOIN papers ON tid = id;
CREATE OR REPLACE VIEW node_Record AS
WITH said AS (SELECT n, unnest("values") FROM row_records),
loads AS (SELECT "values".loader AS loader, "values".license AS license FROM row_loads)
SELECT n AS _id, record.loader, record.source, record.key, said.* EXCLUDE (n, loader, source, key, license),
       coalesce(said.license, loads.license) AS license
FROM said JOIN record USING (n) JOIN loads ON loads.loader = record.loader;
CREATE OR REPLACE VIEW node_Load AS SELECT id AS _id, id, unnest("values") FROM row_loads;
CREATE OR REPLACE VIEW node_ChangeFeedCounter AS SELECT 'changes' AS _id, 'changes' AS "name", 1 AS seq;
CREATE OR REPLACE VIEW node_Identifier AS
WITH known AS (
  SELECT scheme, "value" FROM owned
  UNION SELECT scheme, "value" FROM refers
  UNION SELECT 'ror', ror FROM has_affiliation WHERE ror IS NOT NULL
  UNION SELECT id[1], id[2] FROM (SELECT unnest(ids) AS id FROM row_id_conflicts)
)
SELECT scheme || ':' || "value" AS _id, scheme, "value" FROM known;
CREATE OR REPLACE VIEW node_InstitutionName AS
WITH known AS (
  SELECT folded FROM names
  UNION SELECT folded FROM has_affiliation WHERE folded IS NOT NULL
  UNION SELECT "name" FROM candidate_name
)
SELECT folded AS _id, folded FROM known;
CREATE OR REPLACE VIEW node_Resource AS
WITH person_mentions AS (SELECT url, "name" FROM row_code_links UNION ALL SELECT url, "name" FROM row_dataset_links)
SELECT url AS _id, url, min("name") AS "name" FROM person_mentions GROUP BY url;
CREATE OR REPLACE TABLE form AS
SELECT row_number() OVER () AS number, paper, unnest("values") FROM row_manifestations;
CREATE OR REPLACE VIEW node_Manifestation AS SELECT number AS _id, form.* EXCLUDE (number, paper) FROM form;
