-- Take the smallest component among the neighbors of a node, then the component of the node with that number.
CREATE OR REPLACE TABLE component_next AS
WITH least AS (
  SELECT key, min(part) AS part FROM graph_edge JOIN component_of USING (node) GROUP BY key
), beside AS (
  SELECT node, min(least.part) AS part FROM graph_edge JOIN least USING (key) GROUP BY node
)
SELECT beside.node, least(beside.part, further.part) AS part
FROM beside JOIN beside AS further ON further.node = beside.part;
