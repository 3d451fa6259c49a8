"""Worker processes: bots think there, records are written and checked there, so that no socket waits."""
