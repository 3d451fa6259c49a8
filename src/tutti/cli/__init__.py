"""The terminal: the first client of the engine. It knows matches, views and words, and no rule."""
