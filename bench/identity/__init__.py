"""Precision and recall of entity resolution: papers, people and institutions with hidden ground truth."""
