"""What several sources tell alike of works: texts, links, topics, references, journals and books, who paid."""
