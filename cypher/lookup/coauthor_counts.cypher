// Return the size of the co-author network, from the counts that Neo4j keeps.
// @returns people: int, pairs: int
CALL () { MATCH (person:Researcher) RETURN count(person) AS people }
CALL () { MATCH ()-[pair:COLLABORATED_WITH]->() RETURN count(pair) AS pairs }
RETURN people, pairs
