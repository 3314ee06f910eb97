// Return curators' decisions, latest first.
// @param after: string    only decisions with smaller keys; '~': all
// @param limit: int       maximum number
// @returns key: string, statement: string
MATCH (decision:Record)
WHERE decision.source = 'curator' AND decision.key < $after AND decision.loader IS NOT NULL
RETURN decision.key AS key, decision.statement AS statement
ORDER BY key DESC
LIMIT $limit
