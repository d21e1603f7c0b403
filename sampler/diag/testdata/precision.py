"""Writes precision.json: what R's posterior and ArviZ say of the precision of the chains of chains.py.

    python precision.py    (needs numpy, scipy and arviz-stats, and R with posterior)
"""
import datetime, hashlib, json, os, subprocess, sys, tempfile, warnings

import numpy as np
import scipy
from scipy import stats

import arviz_stats
from arviz_stats.base import array_stats as az

import chains as ch

HERE = os.path.dirname(os.path.abspath(__file__))


def number(v):
    v = float(v)
    return v if np.isfinite(v) else None


def same(a, b):
    return a == b or None not in (a, b) and abs(a - b) <= 1e-12 * abs(a)


def khat(x, tail):
    """One tail, of the length that ArviZ takes when it fits both."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            r_eff = float(az.ess(x, method="tail", prob=(0.05, 0.95))) / x.size
            return az._ps_tail(x.ravel(), x.size, az._get_ps_tails(x.size, r_eff, "both"), tail=tail)[1]
        except (ValueError, IndexError):
            return np.nan


def arviz(x):
    values = dict(
        ess_sd=az.ess(x, method="sd"), ess_q10=az.ess(x, method="quantile", prob=0.1), ess_median=az.ess(x, method="median"),
        ess_q75=az.ess(x, method="quantile", prob=0.75), ess_max=az.ess(x, method="quantile", prob=1),
        ess_mad=az.ess(x, method="mad"), ess_local=az.ess(x, method="local", prob=(0.2, 0.45)), ess_low=az.ess(x, method="local", prob=(0, 0.05)),
        mcse_sd=az.mcse(x, method="sd"), mcse_q10=az.mcse(x, method="quantile", prob=0.1), mcse_median=az.mcse(x, method="median"),
        mcse_q75=az.mcse(x, method="quantile", prob=0.75), mcse_max=az.mcse(x, method="quantile", prob=1),
        mad=stats.median_abs_deviation(x.ravel()), k_lower=khat(x, "left"), k_upper=khat(x, "right"),
    )
    return {k: number(v) for k, v in values.items()}


def by_rule(x, p):
    """ESS and MCSE of a quantile where the packages differ: of x <= q, or of x < q if that never changes."""
    q = np.quantile(x, p)
    below = x <= q if (x > q).any() else x < q
    if not below.any() or x.shape[1] < 10:
        return np.nan, np.nan
    ess = float(az.ess(below.astype(float), method="mean"))
    lo, hi = stats.beta.ppf(stats.norm.cdf([-1, 1]), ess * p + 1, ess * (1 - p) + 1) * x.size
    order = np.sort(x, axis=None)
    return ess, (order[min(int(np.ceil(hi)), x.size) - 1] - order[max(int(np.floor(lo)), 1) - 1]) / 2


def rules(x, a):
    values = dict(mcse_sd=np.nan)
    for name, p in (("q10", 0.1), ("median", 0.5), ("q75", 0.75), ("max", 1)):
        values["ess_" + name], values["mcse_" + name] = by_rule(x, p)
    # ArviZ divides by the ESS of the mean.
    if a["mcse_sd"] is not None:
        values["mcse_sd"] = a["mcse_sd"] * np.sqrt(az.ess(x, method="mean") / a["ess_sd"])
    return {k: number(v) for k, v in values.items()}


def posterior(arrays):
    """Runs precision.R on all chains; doubles travel in binary, results as text of 17 digits."""
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "chains.bin")
        with open(path, "wb") as f:
            for x in arrays:
                np.array(x.shape, "<f8").tofile(f)
                x.astype("<f8").tofile(f)
        out = subprocess.run(["Rscript", os.path.join(HERE, "precision.R"), path], check=True, capture_output=True, text=True).stdout
    version, rows = None, []
    for line in out.splitlines():
        if line.startswith("version "):
            version = line[8:]
        elif line.startswith("row"):
            rows.append({k: (number(v) if v != "NA" else None) for k, v in (p.split("=") for p in line.split()[1:])})
    return version, rows


def main():
    np.seterr(all="ignore")
    # The file holds every kind of chains, and of the normal ones every other size: it stays below 200 kB.
    specs = [s for i, s in enumerate(ch.cases()) if s["kind"] != "normal" or s["draws"] < 14 or i % 2 == 0]
    arrays = [ch.make(s) for s in specs]
    version, rows = posterior(arrays)
    lines = []
    for s, x, r in zip(specs, arrays, rows, strict=True):
        wide = 2.0**60 if s["kind"] == "tiny" else 1  # ArviZ takes ranges below 1e-15 for constants
        a, rule = arviz(x * wide), rules(x * wide, arviz(x * wide))
        s["sha256"] = hashlib.sha256(x.astype("<f8").tobytes()).hexdigest()[:16]
        for values in (a, rule):
            for k, v in values.items():
                if v is not None and ("mcse" in k or k == "mad"):
                    values[k] = v / wide
                if values is rule and same(v, a[k]) and same(v, r[k]):
                    rule[k] = None
        s["posterior"], s["arviz"], s["rule"] = list(r.values()), list(a.values()), list(rule.values())
        lines.append(json.dumps(s, separators=(",", ":")))
    head = dict(
        about="expected values for the chains of chains.py; written by precision.py and precision.R",
        date=datetime.date.today().isoformat(), posterior=version,
        arviz=f"arviz-stats {arviz_stats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, Python {sys.version.split()[0]}",
        posterior_names=list(r), arviz_names=list(a), rule_names=list(rule),
    )
    with open(os.path.join(HERE, "precision.json"), "w") as f:
        f.write("{\n" + "".join(f"{json.dumps(k)}: {json.dumps(v)},\n" for k, v in head.items()))
        f.write('"cases": [\n' + ",\n".join(lines) + "\n]}\n")


main()
