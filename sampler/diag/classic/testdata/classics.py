"""Writes classics.json: what coda says of chains made by ../../testdata/chains.py.

    python classics.py    (needs numpy, and R with coda)
"""
import datetime, hashlib, json, os, subprocess, sys, tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../testdata"))
import chains as ch


def cases():
    out = []

    def add(kind, phi, chains, draws, params=1):
        out.append(dict(kind=kind, phi=phi, chains=chains, draws=draws, seed=20000 + len(out), params=params))

    for phi in (-0.9, -0.3, 0.0, 0.5, 0.95):
        for draws in (20, 51, 200, 601, 2000):
            add("normal", phi, {20: 8, 51: 4, 200: 2, 601: 4, 2000: 1}[draws], draws, {20: 3, 601: 5}.get(draws, 1))
    for kind in ("rounded", "counts", "binary", "heavy", "apart", "wide"):
        for phi in (-0.5, 0.0, 0.8):
            for chains, draws in ((2, 33), (4, 700), (8, 60)):
                add(kind, phi, chains, draws, 2 if chains == 8 else 1)
    for kind in ("constant", "one stuck", "all stuck", "alternating", "coin", "tiny"):
        for draws in (41, 102):
            add(kind, 0.3, 4, draws)
    for draws in range(10, 16):
        add("normal", 0.3, 2, draws, 2)
    return out


def make(case):
    """Parameters x chains x draws: each parameter after the first has half of the first added."""
    x = np.stack([ch.make(case | dict(seed=case["seed"] + 1000 * p)) for p in range(case["params"])])
    x[1:] += x[0] / 2
    return x


def number(v):
    return float(v) if np.isfinite(float(v)) else {"inf": "Inf", "-inf": "-Inf"}.get(str(float(v)))


def pairs(line):
    return {k: (None if v == "NA" else number(v)) for k, v in (p.split("=") for p in line.split()[1:])}


def main():
    np.seterr(all="ignore")
    specs = cases()
    arrays = [make(s) for s in specs]
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "chains.bin")
        with open(path, "wb") as f:
            for x in arrays:
                np.array(x.shape, "<f8").tofile(f)
                x.astype("<f8").tofile(f)
        out = subprocess.run(["Rscript", os.path.join(HERE, "classics.R"), path], check=True, capture_output=True, text=True).stdout
    lines = out.splitlines()
    rows = [pairs(line) for line in lines if line.startswith("row")]
    for s, x, r in zip(specs, arrays, rows, strict=True):
        s["sha256"] = hashlib.sha256(x.astype("<f8").tobytes()).hexdigest()[:16]
        s["coda"] = r
    head = dict(
        about="expected values for chains made by chains.py; written by classics.py and classics.R",
        date=datetime.date.today().isoformat(), coda=lines[0][8:],
        tails=[pairs(line) for line in lines if line.startswith("tail")], f=[pairs(line) for line in lines if line.startswith("f ")],
    )
    with open(os.path.join(HERE, "classics.json"), "w") as f:
        f.write("{\n" + "".join(f"{json.dumps(k)}: {json.dumps(v)},\n" for k, v in head.items()))
        f.write('"cases": [\n' + ",\n".join(json.dumps(s, separators=(",", ":")) for s in specs) + "\n]}\n")


main()
