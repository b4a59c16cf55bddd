"""Verification of finished records, offline and without trust in the operator."""
