// Write the vectors of papers. `db.create.setNodeVectorProperty` stores 4 bytes per number, an ordinary SET 8 bytes.
// @param rows: list<map>    id (of the paper), vector, model, hash (of the model and the text)
UNWIND $rows AS row
MATCH (paper:Paper {id: row.id})
USING INDEX SEEK paper:Paper(id)
MERGE (paper)-[:HAS_EMBEDDING]->(embedding:Embedding)
SET embedding.model = row.model, embedding.hash = row.hash
WITH row, embedding
CALL db.create.setNodeVectorProperty(embedding, 'vector', row.vector)
