"""How often Byline's classifier is right on real papers that it did not learn from."""
