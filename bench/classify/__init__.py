"""Accuracy of Byline's classifier on real papers outside its training data."""
