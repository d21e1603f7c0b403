"""Writes nested.json: nested R-hat of chains of chains.py, by its definition in exact fractions.

    python nested.py    (needs numpy)

Debian's posterior, 1.4.0, has no rhat_nested, so this is the definition of Margossian and others (2024), equations 15
to 19, which posterior 1.6 follows: no split, no ranks, NA for superchains of different sizes and for constant draws.
"""
import datetime, fractions, hashlib, json, os, sys
from decimal import Decimal, getcontext

import numpy as np

import chains as ch

HERE = os.path.dirname(os.path.abspath(__file__))
getcontext().prec = 50


def mean(v):
    return sum(v, fractions.Fraction(0)) / len(v)


def variance(v):
    m = mean(v)
    return sum(((a - m) ** 2 for a in v), fractions.Fraction(0)) / (len(v) - 1)


def nested(x, superchains):
    rows = [[fractions.Fraction(float(v)) for v in c] for c in x]
    groups = [[r for r, s in zip(rows, superchains) if s == k] for k in dict.fromkeys(superchains)]
    if len({len(g) for g in groups}) > 1 or len(groups) < 2 or len({v for r in rows for v in r}) == 1:
        return None
    between = variance([mean([v for r in g for v in r]) for g in groups])
    within = mean([
        (variance([mean(r) for r in g]) if len(g) > 1 else 0) + (mean([variance(r) for r in g]) if len(rows[0]) > 1 else 0)
        for g in groups])
    if within == 0:
        return None if between == 0 else float("inf")
    ratio = 1 + between / within
    return float((Decimal(ratio.numerator) / Decimal(ratio.denominator)).sqrt())


def main():
    cases = []
    for kind in ("normal", "rounded", "counts", "apart", "wide", "one stuck", "coin"):
        for count, draws, groups in ((4, 50, 2), (12, 1, 3), (16, 3, 4), (6, 20, 6), (8, 101, 2), (6, 5, 4), (64, 1, 4)):
            spec = dict(kind=kind, phi=0.5, chains=count, draws=draws, seed=9000 + len(cases))
            x = ch.make(spec)
            # neighbours, or in turn; six chains in four groups have different sizes
            superchains = [i * groups // count if len(cases) % 2 else i % groups for i in range(count)]
            spec.update(super=superchains, sha256=hashlib.sha256(x.astype("<f8").tobytes()).hexdigest()[:16], nested=nested(x, superchains))
            if spec["nested"] != float("inf"):
                cases.append(spec)
    head = dict(about="nested R-hat of chains of chains.py; written by nested.py", date=datetime.date.today().isoformat(),
                by=f"exact fractions, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    with open(os.path.join(HERE, "nested.json"), "w") as f:
        f.write("{\n" + "".join(f"{json.dumps(k)}: {json.dumps(v)},\n" for k, v in head.items()))
        f.write('"cases": [\n' + ",\n".join(json.dumps(s, separators=(",", ":")) for s in cases) + "\n]}\n")


main()
