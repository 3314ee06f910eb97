// Return the number of records by source and license.
// @returns source: string, license: string?, records: int
// @scan because every record is counted
MATCH (record:Record)
RETURN record.source AS source, record.license AS license, count(*) AS records
ORDER BY source, license
