// Write the relations of these institutions to other institutions in the graph, from records of either side: one
// relationship per pair and kind.
// @param ids: list<string>    the institutions' IDs
UNWIND $ids AS id
MATCH (institution:Institution {id: id})
USING INDEX SEEK institution:Institution(id)
CALL (institution) {
  MATCH (institution)<-[:DESCRIBES]-()-[refers:REFERS_TO]->()-[:IDENTIFIES]->(other:Institution)
  RETURN institution AS one, other, refers.kind AS kind
  UNION
  MATCH (institution)<-[:IDENTIFIES]-()<-[refers:REFERS_TO]-()-[:DESCRIBES]->(other:Institution)
  RETURN other AS one, institution AS other, refers.kind AS kind
}
WITH DISTINCT one, other, kind
WHERE one <> other
WITH CASE WHEN kind IN ['child', 'predecessor'] OR (kind = 'related' AND one.id > other.id)
     THEN [other, one] ELSE [one, other] END AS ends, kind
WITH ends[0] AS from, ends[1] AS to, kind
FOREACH (_ IN CASE WHEN kind IN ['parent', 'child'] THEN [1] ELSE [] END | MERGE (from)-[:PART_OF]->(to))
FOREACH (_ IN CASE WHEN kind IN ['successor', 'predecessor'] THEN [1] ELSE [] END | MERGE (from)-[:SUCCEEDED_BY]->(to))
FOREACH (_ IN CASE WHEN kind = 'related' THEN [1] ELSE [] END | MERGE (from)-[:RELATED_TO]->(to))
