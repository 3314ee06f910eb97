// After an import that knows no empty list: relationships of a type where `false` stands for one.
// @param type: string        the type
// @param property: string    the property
// @scan because an import has just written all of them
MATCH ()-[edge:$($type)]->()
WHERE edge[$property] = false
CALL (edge) {
  SET edge[$property] = []
} IN TRANSACTIONS OF 10000 ROWS
