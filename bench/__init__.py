"""Measurements: what something costs on this machine."""
