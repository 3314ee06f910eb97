// Vectors of papers, for papers with a similar meaning. The index has no fixed dimension, so that it serves every model.
CREATE VECTOR INDEX embedding_vector IF NOT EXISTS FOR (n:Embedding) ON (n.vector) OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
