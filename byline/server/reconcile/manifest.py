"""The service manifest: name, types and URLs."""

from typing import Any

from byline.server.reconcile.entity_types import KINDS
from resolvers.version import __version__

BATCH = 50
"""Maximum number of queries in a batch."""
WIDTH, HEIGHT = 420, 220
"""Size of a preview in pixels."""


def manifest(base: str) -> dict[str, Any]:
    """Return the manifest of a service with the base URL `base`, without a trailing slash."""
    here = f"{base}/reconcile"

    def suggested(what: str) -> dict[str, str]:
        return {"service_url": base, "service_path": f"/reconcile/suggest/{what}"}

    return {
        "versions": ["0.2"],
        "name": "Byline: papers, researchers and institutions",
        "identifierSpace": f"{here}/entity/",
        "schemaSpace": f"{base}/schema.graphql",
        "serviceVersion": __version__,
        "defaultTypes": types(),
        "view": {"url": f"{here}/preview?id={{{{id}}}}"},
        "preview": {"url": f"{here}/preview?id={{{{id}}}}", "width": WIDTH, "height": HEIGHT},
        "suggest": {what: suggested(what) for what in ("entity", "type", "property")},
        "extend": {"propose_properties": {"service_url": base, "service_path": "/reconcile/properties"}},
        "batchSize": BATCH,
    }


def types() -> list[dict[str, str]]:
    """Return the types that can be reconciled."""
    return [{"id": kind.id, "name": kind.name} for kind in KINDS.values()]
