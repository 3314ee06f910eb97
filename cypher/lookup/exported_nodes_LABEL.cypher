// Return the ID and the values of all nodes of a label, for exports of the graph. Manifestations have no permanent ID.
// @param properties: list<string>  names of the properties, in the order of the values
// @returns values: list<any>
// @row ExportedRow
// @labels Paper, Researcher, Institution, Topic, Venue, Volume, Funder, Resource, Manifestation, Identifier
// @scan because it exports all nodes of the label
MATCH (node:LABEL)
RETURN [coalesce(node.id,
                 CASE WHEN node:Manifestation THEN 'm_' + split(elementId(node), ':')[2] END,
                 node.url,
                 node.scheme + ':' + node.value)]
       + [name IN $properties | node[name]] AS values
