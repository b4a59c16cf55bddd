"""A witness of transparency logs, and what auditors do with a log; over HTTP, without the service's code."""
