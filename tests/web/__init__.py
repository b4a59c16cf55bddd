"""Tests of the pages: a package, so that a browser can be a fixture of it."""
