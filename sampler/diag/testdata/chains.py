"""The chains of the reference test: deterministic, from integers, the same bits in Python and in Go.

Twin of ../chains_test.go. A case is a dict: kind, phi, chains, draws, seed.
"""
import numpy as np


def splitmix64(state):
    """Steele, Lea & Flood 2014, with the constants of java.util.SplittableRandom."""
    mask = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def noise(bits):
    """Twelve uniforms, less 6: nearly normal, and exact (Irwin & Hall)."""
    return (sum(next(bits) >> 32 for _ in range(12)) - 6 * 2**32) / 2**32


def make(case):
    """Chains x draws. AR(1) with coefficient phi, started at 3 standard normals, then bent by its kind."""
    bits = splitmix64(case["seed"])
    x = np.empty((case["chains"], case["draws"]))
    for c in range(case["chains"]):
        ar = 3 * noise(bits)
        for i in range(case["draws"]):
            ar = case["phi"] * ar + noise(bits)
            x[c, i] = bend(case["kind"], ar, c, i, bits)
    return x


def bend(kind, v, chain, i, bits):
    if kind == "normal":
        return v
    if kind == "rounded":  # ties: one decimal
        return np.floor(v * 10 + 0.5) / 10
    if kind == "counts":  # a few integers, many zeros
        return max(0.0, np.floor(v))
    if kind == "binary":
        return 1.0 if v > 0.3 else 0.0
    if kind == "heavy":  # a ratio of normals: no mean
        return v / noise(bits)
    if kind == "apart":  # chains at different places
        return v + chain / 2
    if kind == "wide":  # chains of different width
        return v * (chain + 1)
    if kind == "constant":
        return 2.5
    if kind == "one stuck":  # one chain constant
        return v if chain > 0 else 0.5
    if kind == "all stuck":  # each chain constant, elsewhere
        return float(chain)
    if kind == "alternating":
        return float(i % 2)
    if kind == "coin":  # as many 0 as 1: all equally far from the median
        return float((i // 3 + chain) % 2)
    if kind == "tiny":  # below the absolute tolerance of both packages
        return v / 2.0**60
    raise ValueError(kind)


def cases():
    """All cases: every kind, sizes small and large, odd and even, one chain to eight."""
    out = []

    def add(kind, phi, chains, draws):
        out.append(dict(kind=kind, phi=phi, chains=chains, draws=draws, seed=1000 + len(out)))

    for phi in (-0.9, 0.0, 0.5, 0.95, 0.99):
        for chains in (1, 2, 4, 8):
            for draws in (20, 21, 22, 50, 101, 250, 1000):
                add("normal", phi, chains, draws)
    for kind in ("rounded", "counts", "binary", "heavy", "apart", "wide"):
        for phi in (-0.5, 0.0, 0.8):
            for chains in (1, 4):
                for draws in (20, 51, 200, 1000):
                    add(kind, phi, chains, draws)
    for kind in ("constant", "one stuck", "all stuck", "alternating", "coin", "tiny"):
        for draws in (11, 102):
            add(kind, 0.3, 4, draws)
    for draws in range(3, 14):
        add("normal", 0.3, 4, draws)
    return out
