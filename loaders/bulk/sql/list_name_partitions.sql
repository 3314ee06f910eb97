-- List the partitions of names in order.
SELECT DISTINCT number FROM name ORDER BY number
