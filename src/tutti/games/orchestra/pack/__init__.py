"""What is printed: components, their names, and how a data pack is read."""
