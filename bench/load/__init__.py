"""The load generator: many tables with people at them, on the same machine as the server."""
