// Return the collections of a user with their papers.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:OWNS]->(collection)
RETURN collection {
  .id, .title, .description, .visibility, .version, .createdAt, .updatedAt,
  papers: COLLECT {
    MATCH (collection)-[part:CONTAINS]->(paper)
    WITH part, paper
    ORDER BY part.position
    RETURN {id: paper.id, title: paper.title, position: part.position, note: part.note, since: part.since}
  }
} AS item
