"""The Reconciliation Service API 0.2 under /reconcile, for OpenRefine; all data is read through GraphQL."""
