"""Self-play that teaches an evaluation: ``python -m tutti.train``. Needs numpy (extra ``train``), and nothing else."""
