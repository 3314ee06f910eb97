-- The partitions of records, in order.
SELECT DISTINCT number FROM placed ORDER BY number
