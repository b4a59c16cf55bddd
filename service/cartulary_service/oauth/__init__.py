"""OAuth 2.1 for third-party front ends: public clients, players' consents, and tokens for codes."""
