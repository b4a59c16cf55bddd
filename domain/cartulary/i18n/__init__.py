"""Texts for people: message catalogues in every language, and what is composed from them."""
