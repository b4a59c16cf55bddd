"""What players are told outside the service: by webhooks, by mail, in their calendars."""
