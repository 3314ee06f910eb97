"""The Reconciliation Service API 0.2 under /reconcile, as OpenRefine asks it; every answer comes through GraphQL."""
