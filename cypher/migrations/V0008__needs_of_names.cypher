// What a name in an affiliation needs beside it has a word now: names that were `common` needed their place.
MATCH ()-[may:MAY_NAME]->()
WHERE may.common IS NOT NULL
CALL (may) {
  SET may.needs = 'place', may.common = NULL
} IN TRANSACTIONS OF 10000 ROWS;
