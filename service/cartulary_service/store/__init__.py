"""PostgreSQL: connections, events, appends, schema."""
