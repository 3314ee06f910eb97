-- Count the nodes whose component changed in this iteration.
SELECT count(*) FROM component_next JOIN component_of USING (node) WHERE component_next.part <> component_of.part
