"""What the evaluation learned, and how; written by ``python -m tutti.train``, not by hand."""

from __future__ import annotations

from typing import Any, Final

# fmt: off

RECORD: Final[dict[str, Any]] = {'game': 'symphony',
 'hidden': 0,
 'strength': 100.0,
 'epochs': 0,
 'sets': [{'game': 'symphony',
           'players': [2, 3, 2, 4, 2, 5, 2, 6],
           'iterations': 50,
           'quick': 10,
           'wander': [60, 150, 300],
           'every': 5,
           'labels': 'playouts',
           'count': 4,
           'share': 100,
           'seed': 'tutti:0',
           'rules': 2,
           'pack': 'sha256:ecfd8bbccdb39d7f2d8ae0696b101453f3e161e0ef12ae000c64a627d8e72fd2',
           'matches': 900}],
 'positions': 148948,
 'curve': [{'matches': 90,
            'error': 19.1,
            'correlation': [0.844, 0.694, 0.546, 0.375]},
           {'matches': 180,
            'error': 18.86,
            'correlation': [0.861, 0.714, 0.562, 0.388]},
           {'matches': 360,
            'error': 18.81,
            'correlation': [0.869, 0.712, 0.561, 0.398]},
           {'matches': 720,
            'error': 18.72,
            'correlation': [0.87, 0.714, 0.564, 0.398]}],
 'whole_numbers': {'error': 18.1, 'correlation': [0.893, 0.725, 0.634, 0.398]}}

LATE: Final[list[int]] = [-21816, 1042, 943, 2360, 2398, 766, 408, 610, 1206, 418, 2673, 861, 374, 277, 477,
 995, -1073, 891, 615, 270, -65, 0, 447, 227, 0, 504, 409, 337, 19, 283, 656, 256,
 140, 0, 4354, 3889, 1344, 1326, 452, 1050, 671, 655, 2074, -170, -2931, 2471, 228,
 0, 2446, -392, 4944, 0, 0, 1387, -392]
EARLY: Final[list[int]] = [31637, 438, 922, 5350, 5117, -6460, 666, 1639, -459, 3153, -351, 432, 1780, 2479,
 -1067, 806, 489, 1660, 753, -316, 32, 0, 406, -1433, 0, 34, -376, -386, -99, 243,
 849, 1673, 149, 0, 4134, 4504, 1812, 1558, 2057, 764, 1136, 774, 1091, 506, -690,
 -9378, -506, 12228, -10753, -926, 6039, 538, 36, -616, 483]
BIAS: Final[list[int]] = []
OUT: Final[list[int]] = []
INTO: Final[list[list[int]]] = [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [],
 [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [],
 [], [], [], [], [], [], [], [], [], [], [], [], []]
