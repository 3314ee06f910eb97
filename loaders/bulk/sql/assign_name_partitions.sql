-- Assign a partition to each name key; `open` is true if a rule may join mentions of its component by name.
CREATE OR REPLACE TABLE name AS
WITH known AS (
  SELECT hash(name_key) AS node, count(*) AS mentions, bool_or(open) AS open FROM read_parquet($person_mentions) GROUP BY node
), parted AS (
  SELECT node, coalesce(part, node) AS part, mentions, open FROM known LEFT JOIN component_of USING (node)
), sized AS (
  SELECT part, open, sum(size) OVER (ROWS UNBOUNDED PRECEDING) - size AS before
  FROM (SELECT part, bool_or(open) AS open, sum(mentions) AS size FROM parted GROUP BY part ORDER BY part)
)
SELECT node, (before // $size)::INTEGER AS number, sized.open FROM parted JOIN sized USING (part);
