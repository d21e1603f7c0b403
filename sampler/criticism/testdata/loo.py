"""Reference values of LOO and of power-scaling, by arviz-stats.

    python loo.py > loo.json     also writes eight_schools.bin.gz

The log likelihoods of ArviZ's example data (eight schools, centred and not) are stored as 64-bit floats, little-endian:
model, observation, chain, draw. All other inputs are made here and in loo_reference_test.go by the same rule.
"""

import gzip
import json
import math
import sys
import warnings
from datetime import date
from pathlib import Path

import arviz_stats
import numpy as np
import scipy
from arviz_base import load_arviz_data
from arviz_stats import loo
from arviz_stats.base import array_stats
from arviz_stats.loo.helper_loo import _get_r_eff

warnings.simplefilter("ignore")


class Numbers:
    """A linear congruential generator: the same numbers in any language."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return ((self.state >> 11) + 0.5) / 2**53

    def normal(self):
        u, v = self.uniform(), self.uniform()
        return math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)


def values(kind, draws, scale, seed):
    r = Numbers(seed)
    make = {
        "normal": lambda: scale * r.normal(),
        "pareto": lambda: scale * math.log(r.uniform()),  # weights with a tail of shape `scale`
        "ties": lambda: math.floor(scale * r.normal() * 4) / 4,
        "two": lambda: scale if r.uniform() < 0.5 else 0.0,
    }[kind]
    return np.array([make() for _ in range(draws)])


def number(v):
    return float(v) if math.isfinite(v) else str(v)


def cases():
    specs = [("normal", n, s, rel) for n in (25, 26, 40, 99, 500, 1000, 1127, 4000, 40000) for s in (0.01, 1, 4) for rel in (1, 0.3)]
    specs += [("pareto", n, k, rel) for n in (100, 1000, 4000) for k in (0.1, 0.5, 0.7, 1.0, 1.5) for rel in (1, 0.1, 1.7)]
    specs += [("ties", n, s, 1) for n in (100, 1000) for s in (0.5, 2)]
    specs += [("normal", 1000, s, 1) for s in (1e-9, 1e-6, 60, 300)]
    for i, (kind, draws, scale, rel) in enumerate(specs):
        x = values(kind, draws, scale, i + 1)
        try:
            elpd, k, p = array_stats.loo(x.reshape(1, -1), chain_axis=0, draw_axis=1, r_eff=rel)
        except ValueError as why:
            print(kind, draws, scale, why, file=sys.stderr)
            continue
        yield {"kind": kind, "draws": draws, "scale": scale, "relative_ess": rel, "seed": i + 1,
               "elpd": number(elpd), "k": number(k), "p": number(p)}


def psense():
    """Prior and likelihood power-scaled: draws of two parameters, and two log densities that depend on them."""
    for seed in (1, 2, 3):
        r = Numbers(seed)
        draws = np.array([[r.normal(), r.normal()] for _ in range(2000)])
        a, b = draws[:, 0], draws[:, 0] + 0.5 * draws[:, 1] ** 3
        logs = {"prior": -0.5 * a**2 - 0.1 * b, "likelihood": -2 * (a - 1) ** 2}
        for name, log in logs.items():
            lower, upper = (np.exp(array_stats.power_scale_lw(log.reshape(4, 500), alpha=alpha, axis=(0, 1))) for alpha in (0.99, 1.01))
            for parameter, x in (("a", a), ("b", b)):
                value = array_stats.power_scale_sense(x.reshape(4, 500), lower / lower.sum(), upper / upper.sum(), 0.99, 1.01)
                yield {"seed": seed, "component": name, "parameter": parameter, "value": float(value)}


def schools():
    with gzip.GzipFile("eight_schools.bin.gz", "wb", mtime=0) as f:
        for name in ("centered_eight", "non_centered_eight"):
            data = load_arviz_data(name)
            x = data["log_likelihood"]["obs"].transpose("school", "chain", "draw")
            f.write(x.values.astype("<f8").tobytes())
            r = loo(data, pointwise=True)
            yield name, {"relative_ess": float(_get_r_eff(data, r.n_samples)), "elpd": float(r.elpd),
                         "se": float(r.se), "p": float(r.p), "k": [float(v) for v in r.pareto_k.values.ravel()],
                         "elpd_i": [float(v) for v in r.elpd_i.values.ravel()], "shape": list(x.shape)}


json.dump({"versions": {"arviz-stats": arviz_stats.__version__, "numpy": np.__version__, "scipy": scipy.__version__,
                        "python": sys.version.split()[0]}, "date": str(date.today()),
           "schools": dict(schools()), "cases": list(cases()), "psense": list(psense())}, sys.stdout, indent=1)
