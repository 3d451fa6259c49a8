"""The games of the tests. Importing this package shows them to ``tutti.games()``, in this process."""

from tutti.kernel import library

library.add("games.etude")
