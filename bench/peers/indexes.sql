-- Keys, foreign keys and one covering index per ordered list; created after the tables are filled.
ALTER TABLE researchers ADD PRIMARY KEY (key), ADD UNIQUE (id);
ALTER TABLE papers ADD PRIMARY KEY (key), ADD UNIQUE (id), ADD UNIQUE (doi), ADD UNIQUE (ord);
ALTER TABLE topics ADD PRIMARY KEY (key), ADD UNIQUE (id);
ALTER TABLE authorships ADD PRIMARY KEY (researcher_key, paper_key);
ALTER TABLE citations ADD PRIMARY KEY (citing_key, cited_key);
ALTER TABLE paper_topics ADD PRIMARY KEY (paper_key, topic_key);
ALTER TABLE collaborations ADD PRIMARY KEY (researcher_key, collaborator_key);
CREATE INDEX authorships_newest ON authorships (researcher_key, paper_ord, paper_key);
CREATE INDEX authorships_byline ON authorships (paper_key, position, researcher_key);
CREATE INDEX citations_references ON citations (citing_key, cited_ord, cited_key);
CREATE INDEX citations_cited_by ON citations (cited_key, citing_ord, citing_key);
CREATE INDEX collaborations_strongest
    ON collaborations (researcher_key, papers DESC, collaborator_ord, collaborator_key);
CREATE INDEX collaborations_of ON collaborations (collaborator_key);
CREATE INDEX paper_topics_best ON paper_topics (paper_key, score DESC, position, topic_key);
CREATE INDEX paper_topics_of ON paper_topics (topic_key);
ALTER TABLE authorships
    ADD FOREIGN KEY (researcher_key) REFERENCES researchers, ADD FOREIGN KEY (paper_key) REFERENCES papers;
ALTER TABLE citations
    ADD FOREIGN KEY (citing_key) REFERENCES papers, ADD FOREIGN KEY (cited_key) REFERENCES papers;
ALTER TABLE paper_topics
    ADD FOREIGN KEY (paper_key) REFERENCES papers, ADD FOREIGN KEY (topic_key) REFERENCES topics;
ALTER TABLE collaborations
    ADD FOREIGN KEY (researcher_key) REFERENCES researchers, ADD FOREIGN KEY (collaborator_key) REFERENCES researchers;

-- graphjin follows foreign keys of tables; these views are the lists of the pages with their entities.
CREATE VIEW coauthors AS
    SELECT c.researcher_key, c.papers, c.collaborator_ord AS ord, r.id, r.name
    FROM collaborations c JOIN researchers r ON r.key = c.collaborator_key;
CREATE VIEW authors AS
    SELECT a.paper_key, a.position, r.id, r.name FROM authorships a JOIN researchers r ON r.key = a.researcher_key;
CREATE VIEW topics_of_papers AS
    SELECT e.paper_key, e.score, e.position, t.code, t.name FROM paper_topics e JOIN topics t ON t.key = e.topic_key;
CREATE VIEW cited_papers AS
    SELECT c.citing_key, c.cited_ord AS ord, p.id, p.title FROM citations c JOIN papers p ON p.key = c.cited_key;
CREATE VIEW citing_papers AS
    SELECT c.cited_key, c.citing_ord AS ord, p.id, p.title FROM citations c JOIN papers p ON p.key = c.citing_key;
VACUUM (ANALYZE, FREEZE);
