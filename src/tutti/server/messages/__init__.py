"""The shapes of all that goes over HTTP and sockets. Strict both ways; fields are only ever added, with defaults."""
