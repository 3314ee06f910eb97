-- Take the smallest component among the neighbors of a node, then the component of the node with that number.
CREATE OR REPLACE TABLE component_next AS
WITH least AS (
  SELECT key, min(part) AS part FROM graph_edge JOIN component_of USING (node) GROUP BY key
), neighbor AS (
  SELECT node, min(least.part) AS part FROM graph_edge JOIN least USING (key) GROUP BY node
)
SELECT neighbor.node, least(neighbor.part, further.part) AS part
FROM neighbor JOIN neighbor AS further ON further.node = neighbor.part;
