"""Ed25519 signatures, signed notes and cosignatures; the only part that needs a library, `cryptography`."""
