// Return the number of reactions to a paper by their relationship type.
// @param id: string  ID of the paper
// @returns content: string, count: int
MATCH (paper:Paper {id: $id})
UNWIND [
  ['LIKES', COUNT { (paper)<-[:LIKES]-() }],
  ['DISLIKES', COUNT { (paper)<-[:DISLIKES]-() }],
  ['FINDS_INSIGHTFUL', COUNT { (paper)<-[:FINDS_INSIGHTFUL]-() }],
  ['FINDS_REPRODUCIBLE', COUNT { (paper)<-[:FINDS_REPRODUCIBLE]-() }],
  ['FINDS_WELL_WRITTEN', COUNT { (paper)<-[:FINDS_WELL_WRITTEN]-() }],
  ['FINDS_METHOD_QUESTIONABLE', COUNT { (paper)<-[:FINDS_METHOD_QUESTIONABLE]-() }],
  ['FINDS_BASELINE_MISSING', COUNT { (paper)<-[:FINDS_BASELINE_MISSING]-() }]
] AS row
RETURN row[0] AS content, row[1] AS count
