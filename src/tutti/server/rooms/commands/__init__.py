"""The orders of a seat: one function for each, carried out by the dispatcher."""
