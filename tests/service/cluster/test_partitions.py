"""A database whose tables by game are partitioned by hash serves like any other."""

