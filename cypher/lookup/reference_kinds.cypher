// Return the kinds of the references of all records to these external IDs.
// @param ids: list<any>    [scheme, value] of each ID
// @returns kind: string
UNWIND $ids AS wanted
MATCH (identifier:Identifier {scheme: wanted[0], value: wanted[1]})
USING INDEX SEEK identifier:Identifier(scheme, value)
MATCH (identifier)<-[refers:REFERS_TO]-()
RETURN DISTINCT refers.kind AS kind
