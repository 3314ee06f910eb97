// Full text without accents: the index's own analyzer takes texts apart and folds them, for what is typed too.
DROP INDEX entity_text IF EXISTS;

CREATE FULLTEXT INDEX entity_text
FOR (n:Paper|Researcher|Topic|Institution|Venue)
ON EACH [n.title, n.name, n.aliases, n.acronyms, n.acronym, n.code]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
