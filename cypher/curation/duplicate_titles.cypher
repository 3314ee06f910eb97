// Return different papers that share title, year and family name of the first author.
// @param after: string    only greater title keys; empty: all
// @param limit: int       maximum number of title keys
// @returns key: string, candidates: list<map>
// @row DuplicateRow
MATCH (record:Record)
WHERE record.titleKey > $after
WITH record ORDER BY record.titleKey
MATCH (record)-[:DESCRIBES]->(paper:Paper)
WITH record.titleKey AS titleKey, paper
WITH titleKey, collect(DISTINCT paper) AS papers
WHERE size(papers) > 1
RETURN titleKey AS key, [paper IN papers | paper {.id, name: paper.title}] AS candidates
ORDER BY key
LIMIT $limit
