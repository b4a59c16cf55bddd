"""Consent of players to organisers."""
