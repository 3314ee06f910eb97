// Return the number of records by source, loader and license, with the end of the latest load of the loader.
// @returns source: string, loader: string, license: string?, records: int, loadedAt: string?
// @scan because every record is counted
MATCH (record:Record)
WITH record.source AS source, record.loader AS loader, record.license AS license, count(*) AS records
OPTIONAL MATCH (load:Load)
WHERE load.loader = loader
RETURN source, loader, license, records, max(load.finishedAt) AS loadedAt
ORDER BY source, loader, license
