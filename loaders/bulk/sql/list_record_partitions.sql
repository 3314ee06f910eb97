-- List the partitions of records in order.
SELECT DISTINCT number FROM assigned_partition ORDER BY number
