// Return both IDs and the values of all relationships of a type, for exports of the graph.
// @param properties: list<string>  names of the properties, in the order of the values
// @param labels: list<string>      only between nodes of these labels; empty: any
// @returns values: list<any>
// @row ExportedRow
// @labels AUTHORED, CITES, RELATES_TO, ABOUT, APPEARED_IN, WRITTEN_AT, FUNDED_BY, AVAILABLE_AS, HAS_CODE, HAS_DATASET, EDITED, AFFILIATED_WITH, COLLABORATED_WITH, PART_OF, SUCCEEDED_BY, RELATED_TO, IDENTIFIES
// @scan because it exports all relationships of the type
MATCH (from)-[relationship:LABEL]->(to)
WHERE size($labels) = 0 OR (any(label IN labels(from) WHERE label IN $labels)
                            AND any(label IN labels(to) WHERE label IN $labels))
RETURN [coalesce(from.id, from.scheme + ':' + from.value),
        coalesce(to.id,
                 CASE WHEN to:Manifestation THEN 'm_' + split(elementId(to), ':')[2] END,
                 to.url,
                 to.scheme + ':' + to.value)]
       + [name IN $properties | relationship[name]] AS values
