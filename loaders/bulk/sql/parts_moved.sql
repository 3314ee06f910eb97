-- How many nodes a round gave another part.
SELECT count(*) FROM nearer JOIN part_of USING (node) WHERE nearer.part <> part_of.part
