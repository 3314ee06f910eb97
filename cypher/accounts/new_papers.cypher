// Return papers that loads added after a position of the change feed, with the follows of users that they concern.
// @param number: int  number of the position: the transaction that added the last paper that the reader has
// @param id: string  ID of that paper
// @param until: int  number of the last transaction to read
// @param users: list<string>  IDs of the users
// @param limit: int  maximum number of papers
// @returns id: string, number: int, follows: list<map>
CALL () {
  MATCH (paper:Paper)
  WHERE paper.addedIn = $number AND paper.id > $id
  RETURN paper ORDER BY paper.id LIMIT $limit
  UNION ALL
  MATCH (paper:Paper)
  WHERE paper.addedIn > $number AND paper.addedIn <= $until AND paper.id IS NOT NULL
  RETURN paper ORDER BY paper.addedIn, paper.id LIMIT $limit
}
WITH paper
ORDER BY paper.addedIn, paper.id
LIMIT $limit
RETURN paper.id AS id, paper.addedIn AS number, COLLECT {
  MATCH (paper)<-[:AUTHORED]-(followed:Researcher)<-[:FOLLOWS]-(user:User)
  WHERE user.id IN $users
  RETURN DISTINCT {user: user.id, kind: 'writtenBy', node: followed.id} AS follow
  UNION ALL
  MATCH (paper)-[:ABOUT]->(followed:Topic)<-[:FOLLOWS]-(user:User)
  WHERE user.id IN $users
  RETURN DISTINCT {user: user.id, kind: 'about', node: followed.id} AS follow
  UNION ALL
  MATCH (paper)-[:WRITTEN_AT]->(followed:Institution)<-[:FOLLOWS]-(user:User)
  WHERE user.id IN $users
  RETURN DISTINCT {user: user.id, kind: 'writtenAt', node: followed.id} AS follow
  UNION ALL
  MATCH (paper)-[:APPEARED_IN]->(:Volume)-[:PART_OF]->(followed:Venue)<-[:FOLLOWS]-(user:User)
  WHERE user.id IN $users
  RETURN DISTINCT {user: user.id, kind: 'appearedAt', node: followed.id} AS follow
  UNION ALL
  MATCH (paper)-[:CITES]->(followed:Paper)<-[:FOLLOWS]-(user:User)
  WHERE user.id IN $users
  RETURN DISTINCT {user: user.id, kind: 'cites', node: followed.id} AS follow
} AS follows
ORDER BY number, id
