// Return whether the graph contains a decision of a curator.
// @returns hasDecisions: bool
RETURN EXISTS {
  MATCH (decision:Record)
  WHERE decision.source = 'curator' AND decision.key IS NOT NULL AND decision.loader IS NOT NULL
} AS hasDecisions
