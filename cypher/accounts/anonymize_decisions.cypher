// Replace the name of a curator in all versions of decisions, which are JSON.
// @param name: string  the name as JSON, such as "by":"ada"
// @param replacement: string  the text that replaces it
// @returns decisions: int
MATCH (decision:Record)
WHERE decision.source = 'curator' AND decision.key IS NOT NULL AND decision.loader IS NOT NULL
  AND (decision.statement CONTAINS $name OR EXISTS {
    MATCH (decision)-[seen:SEEN_IN]->() WHERE seen.statement CONTAINS $name
  })
SET decision.statement = replace(decision.statement, $name, $replacement)
WITH decision
CALL (decision) {
  MATCH (decision)-[seen:SEEN_IN]->()
  WHERE seen.statement CONTAINS $name
  SET seen.statement = replace(seen.statement, $name, $replacement)
}
RETURN count(decision) AS decisions
