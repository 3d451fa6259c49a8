"""People and what is kept about them: identity, sessions, statistics, and when it is deleted."""
