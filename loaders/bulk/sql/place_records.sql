-- Each record's partition: whole parts, in the order of reading, about as many records to each.
CREATE OR REPLACE TABLE placed AS
WITH known AS (
  SELECT n, coalesce(part, n) AS part FROM record LEFT JOIN part_of ON node = n
), sized AS (
  SELECT part, sum(size) OVER (ROWS UNBOUNDED PRECEDING) - size AS before
  FROM (SELECT part, count(*) AS size FROM known GROUP BY part ORDER BY part)
)
SELECT n, (before // $size)::INTEGER AS number FROM known JOIN sized USING (part);
