"""Notifications outside the service: webhooks, mail, calendars."""
