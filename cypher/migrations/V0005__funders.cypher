// Funders: their key, the orders of their lists and of a funder's papers, and their names among the full text.
CREATE CONSTRAINT funder_id IF NOT EXISTS FOR (n:Funder) REQUIRE n.id IS UNIQUE;
CREATE INDEX funder_ord IF NOT EXISTS FOR (n:Funder) ON (n.ord);
CREATE INDEX funder_papers IF NOT EXISTS FOR (n:Funder) ON (n.paperCount, n.id);
CREATE INDEX funded_by_hub IF NOT EXISTS FOR ()-[e:FUNDED_BY]-() ON (e.fid, e.ord);

DROP INDEX entity_text IF EXISTS;

CREATE FULLTEXT INDEX entity_text
FOR (n:Paper|Researcher|Topic|Institution|Venue|Funder)
ON EACH [n.title, n.name, n.aliases, n.acronyms, n.acronym, n.code]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
