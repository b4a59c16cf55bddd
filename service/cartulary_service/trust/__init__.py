"""Verification of the operator: bundles, signatures, integrity, export."""
