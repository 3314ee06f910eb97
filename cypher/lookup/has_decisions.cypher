// Return whether the graph contains any curator's decision.
// @returns any: bool
RETURN EXISTS {
  MATCH (decision:Record)
  WHERE decision.source = 'curator' AND decision.key IS NOT NULL AND decision.loader IS NOT NULL
} AS any
