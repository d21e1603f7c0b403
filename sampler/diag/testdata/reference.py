"""Writes reference.json: what R's posterior and ArviZ say of the chains of chains.py.

    python reference.py    (needs numpy, scipy and arviz-stats, and R with posterior)
"""
import datetime, fractions, hashlib, json, os, subprocess, sys, tempfile

import numpy as np
import scipy
from scipy import stats

import arviz_stats
from arviz_stats.base import array_stats as az

import chains as ch

HERE = os.path.dirname(os.path.abspath(__file__))
LAGS = (1, 2, 3, 10)


def number(v):
    v = float(v)
    return v if np.isfinite(v) else None


def arviz(x):
    pooled = x.ravel()
    lo95, hi95 = az.hdi(pooled, prob=0.95)
    lo50, hi50 = az.hdi(pooled, prob=0.5)
    elo, ehi = az.eti(pooled, prob=0.95)
    rho = az.autocorr(x[0])
    values = dict(
        rhat=az.rhat(x, method="rank"), rhat_bulk=az.rhat(x, method="z_scale"), rhat_tail=az.rhat(x, method="folded"),
        ess_bulk=az.ess(x, method="bulk"), ess_tail=az.ess(x, method="tail", prob=(0.05, 0.95)),
        ess_mean=az.ess(x, method="mean"), mcse_mean=az.mcse(x, method="mean"),
        hdi95_lo=lo95, hdi95_hi=hi95, hdi50_lo=lo50, hdi50_hi=hi50, eti95_lo=elo, eti95_hi=ehi,
    )
    for lag in LAGS:
        if lag < len(rho):
            values[f"acf{lag}"] = rho[lag]
    return {k: number(v) for k, v in values.items()}


def tail_rhat(distances, half):
    """R-hat of the normal scores of the distances (any ordered numbers), split."""
    halves = [h for c in distances for h in (c[:half], c[-half:])]
    place = {d: i for i, d in enumerate(sorted({d for h in halves for d in h}))}
    ranks = stats.rankdata([place[d] for h in halves for d in h])
    z = stats.norm.ppf((ranks - 0.375) / (len(ranks) + 0.25)).reshape(len(halves), half)
    within, between = z.var(axis=1, ddof=1).mean(), z.mean(axis=1).var(ddof=1)
    return np.sqrt((half - 1) / half + between / within)


def tied_tail(kind, x):
    """Tail R-hat, the two values next to the median being equally far from it, as they are before rounding."""
    order = np.sort(x.ravel())
    a, b = order[(len(order) - 1) // 2], order[len(order) // 2]
    m = (a + b) / 2
    d = np.where((x == a) | (x == b), min(m - a, b - m), abs(x - m))
    half = x.shape[1] // 2
    tied = tail_rhat(d.tolist(), half)
    if kind not in ("rounded", "tiny"):  # draws not on a decimal grid: the same as in exact arithmetic
        frac = fractions.Fraction
        twice = frac(a) + frac(b)
        exact = tail_rhat([[abs(2 * frac(v) - twice) for v in c] for c in x.tolist()], half)
        assert np.array_equal(exact, tied, equal_nan=True), (kind, x.shape)
    return number(tied)


def two_sided_tail(x):
    """Tail ESS as in Stan: x <= q05 and x >= q95, the one that changes if one does not."""
    lower, upper = x <= np.quantile(x, 0.05), x >= np.quantile(x, 0.95)
    ess = [float(az.ess(i.astype(float), method="mean")) for i in (lower, upper) if i.any() and not i.all()]
    return number(min(ess, default=np.nan))


def posterior(arrays):
    """Runs reference.R on all chains; doubles travel in binary, results as text of 17 digits."""
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "chains.bin")
        with open(path, "wb") as f:
            for x in arrays:
                np.array(x.shape, "<f8").tofile(f)
                x.astype("<f8").tofile(f)
        out = subprocess.run(["Rscript", os.path.join(HERE, "reference.R"), path], check=True, capture_output=True, text=True).stdout
    version, rows = None, []
    for line in out.splitlines():
        if line.startswith("version "):
            version = line[8:]
        elif line.startswith("row"):
            rows.append({k: (number(v) if v != "NA" else None) for k, v in (p.split("=") for p in line.split()[1:])})
    return version, rows


def main():
    np.seterr(all="ignore")
    specs = ch.cases()
    arrays = [ch.make(s) for s in specs]
    version, rows = posterior(arrays)
    for s, x, r in zip(specs, arrays, rows, strict=True):
        s["sha256"] = hashlib.sha256(x.astype("<f8").tobytes()).hexdigest()[:16]
        s["posterior"], s["arviz"] = r, arviz(x)
        s["tied_rhat_tail"], s["two_sided_ess_tail"] = tied_tail(s["kind"], x), two_sided_tail(x)
        if s["kind"] == "tiny":  # ArviZ says of the same chains, 2^60 times as wide
            wide = arviz(x * 2.0**60)
            s["rescaled"] = {k: wide[k] for k in ("ess_tail", "ess_mean")} | {"mcse_mean": wide["mcse_mean"] / 2.0**60}
    head = dict(
        about="expected values for the chains of chains.py; written by reference.py and reference.R",
        date=datetime.date.today().isoformat(), posterior=version,
        arviz=f"arviz-stats {arviz_stats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, Python {sys.version.split()[0]}",
    )
    with open(os.path.join(HERE, "reference.json"), "w") as f:
        f.write("{\n" + "".join(f"{json.dumps(k)}: {json.dumps(v)},\n" for k, v in head.items()))
        f.write('"cases": [\n' + ",\n".join(json.dumps(s, separators=(",", ":")) for s in specs) + "\n]}\n")


main()
