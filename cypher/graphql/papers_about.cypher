// Return papers about a text: the papers whose titles have most of its words, and the papers with the vectors nearest to its
// own, fused by their ranks. Without a vector, the words alone count.
// @param words: string  Lucene query: any of the words; empty without words
// @param vector: map?  `model` and `numbers` of the text's vector
// @param limit: int  maximum number of papers of each kind
// @returns node: node, score: float, wordRank: int?, meaningRank: int?, similarity: float?
CALL () {
  WITH $words AS words
  WHERE words <> ''
  CALL db.index.fulltext.queryNodes('paper_text', words, {limit: $limit}) YIELD node, score
  WITH node, score
  ORDER BY score DESC, node.id
  RETURN collect(node) AS byWords
}
CALL () {
  WITH $vector AS vector
  WHERE vector IS NOT NULL
  CALL db.index.vector.queryNodes('embedding_vector', $limit, vector.numbers) YIELD node
  WITH vector, node
  WHERE node.model = vector.model
  WITH node, 2 * vector.similarity.cosine(node.vector, vector.numbers) - 1 AS similarity
  WHERE similarity >= 0.4 // below it, papers of other fields and texts without sense are as near (docs/related.md)
  MATCH (node)<-[:HAS_EMBEDDING]-(paper)
  WITH paper, similarity
  ORDER BY similarity DESC, paper.id
  RETURN collect({paper: paper, similarity: similarity}) AS byMeaning
}
CALL (byWords, byMeaning) {
  UNWIND range(1, size(byWords)) AS rank
  RETURN byWords[rank - 1] AS paper, rank AS wordRank, null AS meaningRank, null AS similarity
  UNION ALL
  UNWIND range(1, size(byMeaning)) AS rank
  RETURN byMeaning[rank - 1].paper AS paper, null AS wordRank, rank AS meaningRank, byMeaning[rank - 1].similarity AS similarity
}
WITH paper, max(wordRank) AS wordRank, max(meaningRank) AS meaningRank, max(similarity) AS similarity
WITH paper, wordRank, meaningRank, similarity,
     coalesce(1.0 / (60 + wordRank), 0.0) + coalesce(1.0 / (60 + meaningRank), 0.0) AS score
RETURN paper AS node, score, wordRank, meaningRank, similarity
ORDER BY score DESC, node.id
