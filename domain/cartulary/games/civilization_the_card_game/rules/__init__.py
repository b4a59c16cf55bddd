"""Questions about a state, by chapter; numbers in brackets name the rulings."""
