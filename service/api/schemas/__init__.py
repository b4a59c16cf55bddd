"""What goes in and out, apart from what the games declare themselves."""
