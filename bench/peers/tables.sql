-- The generated graph as tables: what an engineer would create for the queries of bench/queries.py.
CREATE TABLE researchers (
    key int NOT NULL, id text NOT NULL, name text NOT NULL, ord text COLLATE "C" NOT NULL,
    paper_count int NOT NULL, topic_count int NOT NULL, collaborator_count int NOT NULL
);
CREATE TABLE papers (
    key int NOT NULL, id text NOT NULL, ord text COLLATE "C" NOT NULL, title text NOT NULL,
    year int, published_on text, doi text, citation_count int NOT NULL
);
CREATE TABLE topics (key int NOT NULL, id text NOT NULL, code text NOT NULL, name text NOT NULL);
CREATE TABLE authorships (
    researcher_key int NOT NULL, paper_key int NOT NULL, position int NOT NULL, paper_ord text COLLATE "C" NOT NULL
);
CREATE TABLE citations (
    citing_key int NOT NULL, cited_key int NOT NULL,
    citing_ord text COLLATE "C" NOT NULL, cited_ord text COLLATE "C" NOT NULL
);
CREATE TABLE paper_topics (paper_key int NOT NULL, topic_key int NOT NULL, score float NOT NULL, position int NOT NULL);
CREATE TABLE collaborations (
    researcher_key int NOT NULL, collaborator_key int NOT NULL, papers int NOT NULL,
    collaborator_ord text COLLATE "C" NOT NULL
);
