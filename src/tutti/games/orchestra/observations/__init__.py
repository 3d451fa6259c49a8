"""The observation that learners get, as numbers, field by field."""
