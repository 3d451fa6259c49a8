"""What a move would bring: standings, warnings and merits with their rules."""
