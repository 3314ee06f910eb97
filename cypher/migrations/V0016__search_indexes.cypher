// One full-text index per label, so that a search in one list reads only its own entities. Volumes can be searched, too.
DROP INDEX entity_text IF EXISTS;

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
