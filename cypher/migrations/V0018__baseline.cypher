// Constraints and indexes of a new graph. This file replaces the migrations V0001 to V0018, which preceded the first
// release: a graph that has them has the same constraints and indexes.

// Entities: unique IDs, and outside identifiers.
CREATE CONSTRAINT paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT researcher_id IF NOT EXISTS FOR (n:Researcher) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT topic_id IF NOT EXISTS FOR (n:Topic) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT institution_id IF NOT EXISTS FOR (n:Institution) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT venue_id IF NOT EXISTS FOR (n:Venue) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT volume_id IF NOT EXISTS FOR (n:Volume) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT funder_id IF NOT EXISTS FOR (n:Funder) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT topic_code IF NOT EXISTS FOR (n:Topic) REQUIRE (n.scheme, n.code) IS UNIQUE;
CREATE CONSTRAINT identifier IF NOT EXISTS FOR (n:Identifier) REQUIRE (n.scheme, n.value) IS UNIQUE;
CREATE CONSTRAINT institution_name IF NOT EXISTS FOR (n:InstitutionName) REQUIRE n.folded IS UNIQUE;
CREATE CONSTRAINT resource_url IF NOT EXISTS FOR (n:Resource) REQUIRE n.url IS UNIQUE;
CREATE CONSTRAINT authored IF NOT EXISTS FOR ()-[e:AUTHORED]-() REQUIRE (e.rid, e.pid) IS UNIQUE;
CREATE INDEX paper_doi IF NOT EXISTS FOR (n:Paper) ON (n.doi);
CREATE INDEX paper_arxiv IF NOT EXISTS FOR (n:Paper) ON (n.arxiv);
CREATE INDEX paper_acl IF NOT EXISTS FOR (n:Paper) ON (n.acl);
CREATE INDEX researcher_orcid IF NOT EXISTS FOR (n:Researcher) ON (n.orcid);
CREATE INDEX institution_ror IF NOT EXISTS FOR (n:Institution) ON (n.ror);

// Entities: default order (`ord`), and orders of lists with the ID as last sort key.
CREATE INDEX paper_ord IF NOT EXISTS FOR (n:Paper) ON (n.ord);
CREATE INDEX researcher_ord IF NOT EXISTS FOR (n:Researcher) ON (n.ord);
CREATE INDEX topic_ord IF NOT EXISTS FOR (n:Topic) ON (n.ord);
CREATE INDEX institution_ord IF NOT EXISTS FOR (n:Institution) ON (n.ord);
CREATE INDEX venue_ord IF NOT EXISTS FOR (n:Venue) ON (n.ord);
CREATE INDEX volume_ord IF NOT EXISTS FOR (n:Volume) ON (n.ord);
CREATE INDEX funder_ord IF NOT EXISTS FOR (n:Funder) ON (n.ord);
CREATE INDEX researcher_papers IF NOT EXISTS FOR (n:Researcher) ON (n.paperCount, n.id);
CREATE INDEX topic_papers IF NOT EXISTS FOR (n:Topic) ON (n.paperCount, n.id);
CREATE INDEX institution_papers IF NOT EXISTS FOR (n:Institution) ON (n.paperCount, n.id);
CREATE INDEX venue_papers IF NOT EXISTS FOR (n:Venue) ON (n.paperCount, n.id);
CREATE INDEX volume_papers IF NOT EXISTS FOR (n:Volume) ON (n.paperCount, n.id);
CREATE INDEX funder_papers IF NOT EXISTS FOR (n:Funder) ON (n.paperCount, n.id);
CREATE INDEX paper_year IF NOT EXISTS FOR (n:Paper) ON (n.year, n.id);
CREATE INDEX paper_citations IF NOT EXISTS FOR (n:Paper) ON (n.citationCount, n.id);
CREATE INDEX paper_title IF NOT EXISTS FOR (n:Paper) ON (n.title, n.id);
CREATE INDEX researcher_name IF NOT EXISTS FOR (n:Researcher) ON (n.name);
CREATE INDEX researcher_citations IF NOT EXISTS FOR (n:Researcher) ON (n.citationCount, n.id);

// Lists of an entity with very many relationships, in their default order.
CREATE INDEX authored_hub IF NOT EXISTS FOR ()-[e:AUTHORED]-() ON (e.rid, e.ord);
CREATE INDEX about_hub IF NOT EXISTS FOR ()-[e:ABOUT]-() ON (e.tid, e.ord);
CREATE INDEX cited_hub IF NOT EXISTS FOR ()-[e:CITES]-() ON (e.pid, e.ord);
CREATE INDEX written_at_hub IF NOT EXISTS FOR ()-[e:WRITTEN_AT]-() ON (e.iid, e.ord);
CREATE INDEX funded_by_hub IF NOT EXISTS FOR ()-[e:FUNDED_BY]-() ON (e.fid, e.ord);

// Full text, without accents. One index per label, so that a search in one list reads only its own entities.
CREATE FULLTEXT INDEX paper_text IF NOT EXISTS
FOR (n:Paper) ON EACH [n.title]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX researcher_text IF NOT EXISTS
FOR (n:Researcher) ON EACH [n.name, n.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX topic_text IF NOT EXISTS
FOR (n:Topic) ON EACH [n.name, n.code]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX institution_text IF NOT EXISTS
FOR (n:Institution) ON EACH [n.name, n.aliases, n.acronyms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX venue_text IF NOT EXISTS
FOR (n:Venue) ON EACH [n.name, n.acronym]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX volume_text IF NOT EXISTS
FOR (n:Volume) ON EACH [n.title]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

CREATE FULLTEXT INDEX funder_text IF NOT EXISTS
FOR (n:Funder) ON EACH [n.name, n.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};

// Records, loads, and the writer lease.
CREATE CONSTRAINT record IF NOT EXISTS FOR (n:Record) REQUIRE (n.source, n.key, n.loader) IS UNIQUE;
CREATE CONSTRAINT load_id IF NOT EXISTS FOR (n:Load) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (n:Lease) REQUIRE n.name IS UNIQUE;
CREATE INDEX record_loader IF NOT EXISTS FOR (n:Record) ON (n.loader);
CREATE INDEX record_title_key IF NOT EXISTS FOR (n:Record) ON (n.titleKey);

// Mentions of names in records: candidates of the identity resolution.
CREATE INDEX mention_name IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.foldedName);
CREATE INDEX mention_name_key IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.nameKey);
CREATE INDEX mention_open_name IF NOT EXISTS FOR ()-[e:MENTIONS]-() ON (e.openName);

// Change feed: the load that added an entity, the load that changed it last, and tombstones of removed entities.
CREATE CONSTRAINT change_feed_counter_name IF NOT EXISTS FOR (n:ChangeFeedCounter) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT former_identifier_key IF NOT EXISTS FOR (n:FormerIdentifier) REQUIRE n.key IS UNIQUE;
CREATE INDEX former_identifier_id IF NOT EXISTS FOR (n:FormerIdentifier) ON (n.id);
CREATE INDEX tombstone_changed IF NOT EXISTS FOR (n:Tombstone) ON (n.changedIn, n.id);
CREATE INDEX paper_added IF NOT EXISTS FOR (n:Paper) ON (n.addedIn, n.id);
CREATE INDEX researcher_added IF NOT EXISTS FOR (n:Researcher) ON (n.addedIn, n.id);
CREATE INDEX topic_added IF NOT EXISTS FOR (n:Topic) ON (n.addedIn, n.id);
CREATE INDEX institution_added IF NOT EXISTS FOR (n:Institution) ON (n.addedIn, n.id);
CREATE INDEX venue_added IF NOT EXISTS FOR (n:Venue) ON (n.addedIn, n.id);
CREATE INDEX volume_added IF NOT EXISTS FOR (n:Volume) ON (n.addedIn, n.id);
CREATE INDEX funder_added IF NOT EXISTS FOR (n:Funder) ON (n.addedIn, n.id);
CREATE INDEX paper_changed IF NOT EXISTS FOR (n:Paper) ON (n.changedIn, n.id);
CREATE INDEX researcher_changed IF NOT EXISTS FOR (n:Researcher) ON (n.changedIn, n.id);
CREATE INDEX topic_changed IF NOT EXISTS FOR (n:Topic) ON (n.changedIn, n.id);
CREATE INDEX institution_changed IF NOT EXISTS FOR (n:Institution) ON (n.changedIn, n.id);
CREATE INDEX venue_changed IF NOT EXISTS FOR (n:Venue) ON (n.changedIn, n.id);
CREATE INDEX volume_changed IF NOT EXISTS FOR (n:Volume) ON (n.changedIn, n.id);
CREATE INDEX funder_changed IF NOT EXISTS FOR (n:Funder) ON (n.changedIn, n.id);

// Users, their access tokens, and their mutations by idempotency key.
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (n:User) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT user_name IF NOT EXISTS FOR (n:User) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT access_token_id IF NOT EXISTS FOR (n:AccessToken) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT access_token_hash IF NOT EXISTS FOR (n:AccessToken) REQUIRE n.hash IS UNIQUE;
CREATE CONSTRAINT sent_mutation IF NOT EXISTS FOR (n:SentMutation) REQUIRE (n.userId, n.key) IS UNIQUE;
CREATE CONSTRAINT restored_entity IF NOT EXISTS FOR (n:RestoredEntity) REQUIRE n.id IS UNIQUE;
CREATE INDEX sent_mutation_time IF NOT EXISTS FOR (n:SentMutation) ON (n.userId, n.sentAt);
