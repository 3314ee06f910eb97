-- Start with a separate component for every node that shares a key with another node.
CREATE OR REPLACE TABLE component_of AS SELECT DISTINCT node, node AS part FROM graph_edge;
