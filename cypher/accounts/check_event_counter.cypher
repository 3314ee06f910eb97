// Find out whether the counter of events is below the number of the last event, so that numbers would repeat.
// @scan because every object of a kind is compared
// @param repair: bool  true: also repair what is wrong
// @row CheckRow
// @returns wrong: int, example: string?
OPTIONAL MATCH (event:Event)
WITH max(event.number) AS last
WITH last, coalesce(head(COLLECT { MATCH (counter:EventCounter {name: 'events'}) RETURN counter.number }), 0) AS number
WHERE last > number
CALL (last) {
  WITH last
  WHERE $repair
  MERGE (counter:EventCounter {name: 'events'})
  SET counter.name = counter.name // locks the counter
  WITH counter, last
  WHERE coalesce(counter.number, 0) < last
  SET counter.number = last
}
RETURN count(*) AS wrong, min(toString(number)) AS example
