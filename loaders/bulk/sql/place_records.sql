-- Each record's partition: whole parts, in the order of reading, about as many records to each.
CREATE OR REPLACE TABLE placed AS
WITH known AS (
  SELECT n, coalesce(part, n) AS part FROM record LEFT JOIN part_of ON node = n
), sized AS (
  SELECT part, sum(count(*)) OVER (ORDER BY part) - count(*) AS before FROM known GROUP BY part
)
SELECT n, (before // $size)::INTEGER AS number FROM known JOIN sized USING (part);
