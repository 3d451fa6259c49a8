"""What the game lends to bots that search."""
