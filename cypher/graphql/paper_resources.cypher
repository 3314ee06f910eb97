// Return the code repositories and data sets to which a paper links.
// @param id: string  the paper's ID
// @returns url: string, name: string, kind: string, source: string
MATCH (paper:Paper {id: $id})-[has:HAS_CODE|HAS_DATASET]->(resource)
WITH resource, CASE type(has) WHEN 'HAS_CODE' THEN 'code' ELSE 'dataset' END AS kind, min(has.source) AS source
RETURN resource.url AS url, resource.name AS name, kind, source
ORDER BY kind, url
