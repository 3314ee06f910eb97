// After an import that knows no empty list: nodes of a label where `false` stands for one.
// @param label: string       the label
// @param property: string    the property
// @scan because an import has just written all of them
MATCH (node:$($label))
WHERE node[$property] = false
CALL (node) {
  SET node[$property] = []
} IN TRANSACTIONS OF 10000 ROWS
