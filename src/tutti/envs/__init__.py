"""Tutti for learners: environments in the forms that researchers know. docs/research.md begins here.

``symphonimo_v0``, ``symphony_v0`` and ``orchestra_v0`` are PettingZoo's, ``solo`` Gymnasium's, ``spiel`` OpenSpiel's;
``batch`` steps thousands of matches at once, ``vector`` is Gymnasium's over it.
Each needs its extra, and says how to install it; nothing of them is loaded by ``import tutti``.
"""
