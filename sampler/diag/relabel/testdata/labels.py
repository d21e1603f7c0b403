"""Reference values for assignment_test.go: least costs of assignment problems by SciPy.

Matrices are filled row by row with splitmix64 (as in chains.py), the top bits as whole numbers, so that sums are
exact. Run: python labels.py > labels.json
"""
import json
import sys

import numpy as np
import scipy
from scipy.optimize import linear_sum_assignment

MASK = (1 << 64) - 1


def splitmix(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


cases = []
for rows, cols, bits, seed in [(20, 20, 20, 1), (50, 50, 20, 2), (100, 100, 30, 3), (200, 200, 30, 4), (30, 50, 20, 5),
                               (50, 30, 20, 6), (60, 60, 3, 7), (200, 200, 4, 8)]:
    g = splitmix(seed)
    cost = np.array([[next(g) >> (64 - bits) for _ in range(cols)] for _ in range(rows)], dtype=float)
    i, j = linear_sum_assignment(cost)
    cases.append({"Rows": rows, "Cols": cols, "Bits": bits, "Seed": seed, "Cost": cost[i, j].sum()})
json.dump({"Date": "2026-11-21", "Python": sys.version.split()[0], "NumPy": np.__version__, "SciPy": scipy.__version__,
           "Cases": cases}, sys.stdout, indent=1)
print()
