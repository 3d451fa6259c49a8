"""The line protocol: bots in any language, and Tutti as an engine for other programs. See docs/engine.md."""
