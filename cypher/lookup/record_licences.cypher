// Which sources' records the graph holds, and under which licences.
// @returns source: string, licence: string?, records: int
// @scan because every record is counted
MATCH (record:Record)
RETURN record.source AS source, record.licence AS licence, count(*) AS records
ORDER BY source, licence
