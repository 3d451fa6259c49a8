"""The rules: the state, what may be done, what happens."""
