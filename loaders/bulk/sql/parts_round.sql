-- The least part that a node's keys lead to, and then the part of the node that this is named after.
CREATE OR REPLACE TABLE nearer AS
WITH least AS (
  SELECT key, min(part) AS part FROM meets JOIN part_of USING (node) GROUP BY key
), beside AS (
  SELECT node, min(least.part) AS part FROM meets JOIN least USING (key) GROUP BY node
)
SELECT beside.node, least(beside.part, further.part) AS part
FROM beside JOIN beside AS further ON further.node = beside.part;
