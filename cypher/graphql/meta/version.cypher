// Return Byline's version, which the caller passes.
// @param version: string  Byline's version
// @returns version: string
RETURN $version AS version
