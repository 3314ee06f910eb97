// Byline's version, as the caller says.
// @param version: string  Byline's version
// @returns version: string
RETURN $version AS version
