// Unique keys, the indexes that default orders and keyset pages read, and full text.
CREATE CONSTRAINT paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT researcher_id IF NOT EXISTS FOR (n:Researcher) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT topic_id IF NOT EXISTS FOR (n:Topic) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT institution_id IF NOT EXISTS FOR (n:Institution) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT venue_id IF NOT EXISTS FOR (n:Venue) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT volume_id IF NOT EXISTS FOR (n:Volume) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT volume_key IF NOT EXISTS FOR (n:Volume) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT load_id IF NOT EXISTS FOR (n:Load) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT identifier IF NOT EXISTS FOR (n:Identifier) REQUIRE (n.scheme, n.value) IS UNIQUE;
CREATE CONSTRAINT institution_name IF NOT EXISTS FOR (n:InstitutionName) REQUIRE n.folded IS UNIQUE;
CREATE CONSTRAINT record IF NOT EXISTS FOR (n:Record) REQUIRE (n.source, n.key, n.loader) IS UNIQUE;
CREATE CONSTRAINT resource_url IF NOT EXISTS FOR (n:Resource) REQUIRE n.url IS UNIQUE;
CREATE CONSTRAINT topic_code IF NOT EXISTS FOR (n:Topic) REQUIRE (n.scheme, n.code) IS UNIQUE;
CREATE CONSTRAINT authored IF NOT EXISTS FOR ()-[e:AUTHORED]-() REQUIRE (e.rid, e.pid) IS UNIQUE;

CREATE INDEX record_loader IF NOT EXISTS FOR (n:Record) ON (n.loader);
CREATE INDEX record_title_key IF NOT EXISTS FOR (n:Record) ON (n.titleKey);
CREATE INDEX mention_name IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.foldedName);
CREATE INDEX mention_open_name IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.openName);

CREATE INDEX paper_ord IF NOT EXISTS FOR (n:Paper) ON (n.ord);
CREATE INDEX paper_year IF NOT EXISTS FOR (n:Paper) ON (n.year, n.id);
CREATE INDEX paper_citations IF NOT EXISTS FOR (n:Paper) ON (n.citationCount, n.id);
CREATE INDEX paper_title IF NOT EXISTS FOR (n:Paper) ON (n.title, n.id);
CREATE INDEX paper_doi IF NOT EXISTS FOR (n:Paper) ON (n.doi);
CREATE INDEX paper_arxiv IF NOT EXISTS FOR (n:Paper) ON (n.arxiv);
CREATE INDEX paper_acl IF NOT EXISTS FOR (n:Paper) ON (n.acl);
CREATE INDEX researcher_ord IF NOT EXISTS FOR (n:Researcher) ON (n.ord);
CREATE INDEX researcher_name IF NOT EXISTS FOR (n:Researcher) ON (n.name);
CREATE INDEX researcher_papers IF NOT EXISTS FOR (n:Researcher) ON (n.paperCount, n.id);
CREATE INDEX researcher_citations IF NOT EXISTS FOR (n:Researcher) ON (n.citationCount, n.id);
CREATE INDEX researcher_orcid IF NOT EXISTS FOR (n:Researcher) ON (n.orcid);
CREATE INDEX topic_ord IF NOT EXISTS FOR (n:Topic) ON (n.ord);
CREATE INDEX topic_papers IF NOT EXISTS FOR (n:Topic) ON (n.paperCount, n.id);
CREATE INDEX institution_ord IF NOT EXISTS FOR (n:Institution) ON (n.ord);
CREATE INDEX institution_papers IF NOT EXISTS FOR (n:Institution) ON (n.paperCount, n.id);
CREATE INDEX institution_ror IF NOT EXISTS FOR (n:Institution) ON (n.ror);
CREATE INDEX venue_ord IF NOT EXISTS FOR (n:Venue) ON (n.ord);
CREATE INDEX venue_papers IF NOT EXISTS FOR (n:Venue) ON (n.paperCount, n.id);

CREATE INDEX authored_hub IF NOT EXISTS FOR ()-[e:AUTHORED]-() ON (e.rid, e.ord);
CREATE INDEX about_hub IF NOT EXISTS FOR ()-[e:ABOUT]-() ON (e.tid, e.ord);
CREATE INDEX cited_hub IF NOT EXISTS FOR ()-[e:CITES]-() ON (e.pid, e.ord);
CREATE INDEX written_at_hub IF NOT EXISTS FOR ()-[e:WRITTEN_AT]-() ON (e.iid, e.ord);

CREATE FULLTEXT INDEX entity_text IF NOT EXISTS
FOR (n:Paper|Researcher|Topic|Institution|Venue)
ON EACH [n.title, n.name, n.aliases, n.acronyms, n.acronym, n.code];
