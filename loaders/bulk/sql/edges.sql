-- Relationships: a view for each type and labels of its ends; `_from` and `_to` contain the IDs of the ends.
CREATE OR REPLACE VIEW edge_AUTHORED_Researcher_Paper AS SELECT rid AS _from, pid AS _to, * FROM authored;
CREATE OR REPLACE VIEW edge_MENTIONS_Record_Researcher AS SELECT n AS _from, person AS _to, mention.* EXCLUDE (n, person) FROM mention;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Paper AS SELECT n AS _from, entity AS _to, byline FROM describes_paper;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Researcher AS SELECT n AS _from, entity AS _to, byline FROM describes_researcher;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Institution AS SELECT n AS _from, entity AS _to, byline FROM describes_institution;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Funder AS SELECT n AS _from, entity AS _to, byline FROM row_link_records_funder;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Venue AS SELECT n AS _from, entity AS _to, byline FROM row_link_records_venue;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Volume AS SELECT n AS _from, entity AS _to, byline FROM describes_volume;
CREATE OR REPLACE VIEW edge_DESCRIBES_Record_Topic AS
SELECT n AS _from, topic.id AS _to FROM row_link_records_topic JOIN topic USING (scheme, code);
CREATE OR REPLACE VIEW edge_SEEN_IN_Record_Load AS
SELECT n AS _from, row_loads.id AS _to
FROM row_records JOIN record USING (n) JOIN row_loads ON row_loads."values".loader = record.loader;
CREATE OR REPLACE VIEW edge_REFERS_TO_Record_Identifier AS
SELECT n AS _from, scheme || ':' || "value" AS _to, refers.* EXCLUDE (n, scheme, "value") FROM refers;
CREATE OR REPLACE VIEW edge_CLAIMS_CONFLICTING_ID_Record_Identifier AS
SELECT n AS _from, id[1] || ':' || id[2] AS _to FROM (SELECT n, unnest(ids) AS id FROM row_id_conflicts);
CREATE OR REPLACE VIEW edge_HAS_AFFILIATION_Record_InstitutionName AS
SELECT n AS _from, folded AS _to, has_affiliation.* EXCLUDE (n, folded, ror) FROM has_affiliation WHERE folded IS NOT NULL;
CREATE OR REPLACE VIEW edge_HAS_AFFILIATION_Record_Identifier AS
SELECT n AS _from, 'ror:' || ror AS _to, has_affiliation.* EXCLUDE (n, folded, ror) FROM has_affiliation WHERE ror IS NOT NULL;
CREATE OR REPLACE VIEW edge_CANDIDATE_NAME_Record_InstitutionName AS
SELECT n AS _from, "name" AS _to, candidate_name.* EXCLUDE (n, "name") FROM candidate_name;
CREATE OR REPLACE VIEW edge_NAME_OF_InstitutionName_Institution AS
SELECT folded AS _from, id AS _to, shown, country, city, ror, parents, "isEducational", "isUnambiguous" FROM names;
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Paper AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Paper';
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Researcher AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Researcher';
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Institution AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Institution';
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Funder AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Funder';
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Venue AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Venue';
CREATE OR REPLACE VIEW edge_WRITTEN_AT_Paper_Institution AS SELECT pid AS _from, iid AS _to, written_at.* EXCLUDE (pid) FROM written_at;
CREATE OR REPLACE VIEW edge_AFFILIATED_WITH_Researcher_Institution AS
SELECT rid AS _from, iid AS _to, since, until, role, source FROM affiliated_with;
CREATE OR REPLACE VIEW edge_CITES_Paper_Paper AS SELECT citing AS _from, cited AS _to, cites.* EXCLUDE (citing, cited) FROM cites;
CREATE OR REPLACE VIEW edge_RELATES_TO_Paper_Paper AS SELECT one AS _from, other AS _to, kinds, sources FROM relates_to;
CREATE OR REPLACE VIEW edge_FUNDED_BY_Paper_Funder AS SELECT paper AS _from, fid AS _to, funded_by.* EXCLUDE (paper) FROM funded_by;
CREATE OR REPLACE VIEW edge_ABOUT_Paper_Topic AS SELECT paper AS _from, tid AS _to, about.* EXCLUDE (paper) FROM about;
CREATE OR REPLACE VIEW edge_IDENTIFIES_Identifier_Volume AS
SELECT scheme || ':' || "value" AS _from, id AS _to FROM owned WHERE label = 'Volume';
CREATE OR REPLACE VIEW edge_APPEARED_IN_Paper_Volume AS SELECT paper AS _from, wid AS _to, pages, issue FROM appeared_in;
CREATE OR REPLACE VIEW edge_PART_OF_Volume_Venue AS SELECT wid AS _from, vid AS _to FROM volume_of;
CREATE OR REPLACE VIEW edge_PART_OF_Topic_Topic AS
SELECT topic.id AS _from, wider.id AS _to FROM topic JOIN topic AS wider ON wider.scheme = topic.scheme AND wider.code = topic.parent;
CREATE OR REPLACE VIEW edge_PART_OF_Institution_Institution AS
SELECT one AS _from, other AS _to FROM institution_relation WHERE kind = 'parent';
CREATE OR REPLACE VIEW edge_SUCCEEDED_BY_Institution_Institution AS
SELECT one AS _from, other AS _to FROM institution_relation WHERE kind = 'successor';
CREATE OR REPLACE VIEW edge_RELATED_TO_Institution_Institution AS
SELECT one AS _from, other AS _to FROM institution_relation WHERE kind = 'related';
CREATE OR REPLACE VIEW edge_EDITED_Researcher_Volume AS SELECT rid AS _from, wid AS _to, position, "nameAsWritten" FROM edited;
CREATE OR REPLACE VIEW edge_AVAILABLE_AS_Paper_Manifestation AS SELECT paper AS _from, number AS _to FROM form;
CREATE OR REPLACE VIEW edge_HAS_CODE_Paper_Resource AS SELECT paper AS _from, url AS _to, source FROM row_code_links;
CREATE OR REPLACE VIEW edge_HAS_DATASET_Paper_Resource AS SELECT paper AS _from, url AS _to, source FROM row_dataset_links;
CREATE OR REPLACE VIEW edge_COLLABORATED_WITH_Researcher_Researcher AS
SELECT one AS _from, other AS _to, papers, "firstYear", "lastYear" FROM collaborated_with;
