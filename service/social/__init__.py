"""What players write: chat, notes, mutes, reading cursors."""
