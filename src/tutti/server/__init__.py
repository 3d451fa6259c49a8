"""The match server: live tables that never lose a move. Needs the extra ``server``; nothing imports it."""
