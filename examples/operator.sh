#!/usr/bin/env bash
# Check the health of a server, list the loads, follow the change feed, and back up Byline's own Neo4j.
set -euo pipefail
url=${BYLINE_URL:-http://127.0.0.1:8000}
byline=${BYLINE:-.venv/bin/byline}

curl --fail --silent --show-error "$url/readyz" && echo
curl --fail --silent "$url/metrics" | grep -m 3 '^byline' || true
"$byline" query '{ meta { version dataVersion counts { name count } } }'
"$byline" changes --since 2020-01-01 | tail -n 2
echo "Back up with: $byline db stop && $byline db dump backup.dump && $byline db start"
