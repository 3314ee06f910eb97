// Return the authors of both of two papers, at most five in the order of the first paper's author list.
// @param fromId: string  ID of the first paper
// @param toId: string  ID of the second paper
// @param kind: string  SHARED_AUTHORS; no rows for others
// @returns node: node
WITH $kind AS kind, $fromId AS fromId, $toId AS toId
WHERE kind = 'SHARED_AUTHORS'
MATCH (:Paper {id: fromId})<-[by:AUTHORED]-(person)
WHERE EXISTS { (person)-[:AUTHORED]->(:Paper {id: toId}) }
RETURN person AS node ORDER BY by.position, person.id LIMIT 5
