"""Matches between two bots, each of ours or a program over HTTP: many games, and how sure their score is."""
