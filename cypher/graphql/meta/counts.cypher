// Return the number of entities of each kind, from the counts that Neo4j keeps.
// @returns name: string, count: int
UNWIND [
  {name: 'Paper', count: COUNT { (:Paper) }},
  {name: 'Researcher', count: COUNT { (:Researcher) }},
  {name: 'Topic', count: COUNT { (:Topic) }},
  {name: 'Institution', count: COUNT { (:Institution) }},
  {name: 'Venue', count: COUNT { (:Venue) }},
  {name: 'Volume', count: COUNT { (:Volume) }},
  {name: 'Funder', count: COUNT { (:Funder) }},
  {name: 'Record', count: COUNT { (:Record) }},
  {name: 'AUTHORED', count: COUNT { ()-[:AUTHORED]->() }},
  {name: 'CITES', count: COUNT { ()-[:CITES]->() }},
  {name: 'COLLABORATED_WITH', count: COUNT { ()-[:COLLABORATED_WITH]->() }},
  {name: 'ABOUT', count: COUNT { ()-[:ABOUT]->() }},
  {name: 'WRITTEN_AT', count: COUNT { ()-[:WRITTEN_AT]->() }},
  {name: 'FUNDED_BY', count: COUNT { ()-[:FUNDED_BY]->() }},
  {name: 'RELATES_TO', count: COUNT { ()-[:RELATES_TO]->() }}
] AS kind
RETURN kind.name AS name, kind.count AS count
