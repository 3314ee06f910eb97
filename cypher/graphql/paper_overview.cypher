// Return an overview of up to 100 papers: which of them the others cite, which papers they cite most, and which cite most
// of them. Of each paper, the 1,000 newest citing papers are read.
// @param papers: list<list<string>>  [scheme, value] of each paper; the scheme of Byline IDs is `byline`
// @param first: int  maximum number of papers in each list
// @returns mostCited: list<map>, priorWorks: list<map>, derivativeWorks: list<map>
CALL () {
  UNWIND $papers AS key
  CALL (key) {
    MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(paper:Paper) RETURN paper
    UNION
    MATCH (paper:Paper {id: key[1]}) WHERE key[0] = 'byline' RETURN paper
  }
  WITH DISTINCT paper
  RETURN collect(paper) AS given
}
CALL (given) {
  UNWIND given AS citing
  MATCH (citing)-[:CITES]->(paper)
  WITH given, paper, count(*) AS citations
  RETURN collect({paper: paper, count: citations, inside: paper IN given}) AS references
}
CALL (references) {
  UNWIND references AS reference
  WITH reference WHERE reference.inside
  WITH reference ORDER BY reference.count DESC, reference.paper.ord LIMIT $first
  RETURN collect({node: reference.paper, count: reference.count}) AS mostCited
}
CALL (references) {
  UNWIND references AS reference
  WITH reference WHERE NOT reference.inside AND reference.count > 1
  WITH reference ORDER BY reference.count DESC, reference.paper.ord LIMIT $first
  RETURN collect({node: reference.paper, count: reference.count}) AS priorWorks
}
CALL (given) {
  UNWIND given AS cited
  CALL (cited) {
    MATCH (paper)-[citation:CITES]->()
    WHERE citation.pid = cited.id AND citation.ord IS NOT NULL
    RETURN paper ORDER BY citation.pid, citation.ord LIMIT 1000
  }
  WITH given, paper, count(*) AS citations
  WHERE citations > 1 AND NOT paper IN given
  WITH paper, citations ORDER BY citations DESC, paper.ord LIMIT $first
  RETURN collect({node: paper, count: citations}) AS derivativeWorks
}
RETURN mostCited, priorWorks, derivativeWorks
