"""Live tables: what lies in memory while somebody looks at a table or has to move there."""
