"""Settling a batch and writing it, in one transaction; what follows from it."""
