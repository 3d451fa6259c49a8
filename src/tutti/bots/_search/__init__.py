"""The search behind the levels: information-set Monte Carlo over ``kernel.Game``. Private: the bots use it."""
