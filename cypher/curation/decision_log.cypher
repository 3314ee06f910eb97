// Decisions of people, the latest first.
// @param after: string    only those with keys below it; '~' for all
// @param limit: int       at most this many
// @returns key: string, statement: string
MATCH (decision:Record)
WHERE decision.source = 'curator' AND decision.key < $after AND decision.loader IS NOT NULL
RETURN decision.key AS key, decision.statement AS statement
ORDER BY key DESC
LIMIT $limit
