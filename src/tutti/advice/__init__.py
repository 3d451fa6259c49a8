"""What to tell people who want to play better: hints with reasons, and the analysis of a finished match."""
