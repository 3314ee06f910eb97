// Replace `false` by an empty list in a property of the relationships of a type. A bulk import cannot write empty
// lists.
// @param type: string        the type
// @param property: string    the property
// @scan because an import has just written all of these nodes
MATCH ()-[edge:$($type)]->()
WHERE edge[$property] = false
CALL (edge) {
  SET edge[$property] = []
} IN TRANSACTIONS OF 10000 ROWS
