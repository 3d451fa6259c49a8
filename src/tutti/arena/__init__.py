"""The arena: who plays better, by how much, and how sure that is. See docs/arena.md."""
