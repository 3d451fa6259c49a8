"""One decision, or one automatic row of consequences, a class."""
