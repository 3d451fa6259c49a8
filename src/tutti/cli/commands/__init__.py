"""The commands, one module each, found by folder: ``HELP``, ``arguments(parser)`` and ``run(args, term)``."""
