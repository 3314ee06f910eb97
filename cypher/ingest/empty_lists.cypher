// Replace `false` by an empty list in a property of the nodes of a label. A bulk import cannot write empty lists.
// @param label: string       the label
// @param property: string    the property
// @scan because an import has just written all of these nodes
MATCH (node:$($label))
WHERE node[$property] = false
CALL (node) {
  SET node[$property] = []
} IN TRANSACTIONS OF 10000 ROWS
