"""Positions: the table as readable data, and back. ``whole`` does both; each part of a table has a file."""
