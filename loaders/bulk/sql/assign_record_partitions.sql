-- Assign a partition to each record: entire components, in reading order, about `size` records per partition.
CREATE OR REPLACE TABLE assigned_partition AS
WITH known AS (
  SELECT n, coalesce(part, n) AS part FROM record LEFT JOIN component_of ON node = n
), sized AS (
  SELECT part, sum(size) OVER (ROWS UNBOUNDED PRECEDING) - size AS before
  FROM (SELECT part, count(*) AS size FROM known GROUP BY part ORDER BY part)
)
SELECT n, (before // $size)::INTEGER AS number FROM known JOIN sized USING (part);
