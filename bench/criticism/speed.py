#!/usr/bin/env python3
"""How long does leave-one-out take: criticism.LOO, and ArviZ? And does ArviZ read our stores?

Our program draws from a posterior and writes a Zarr store, log likelihood included. xarray opens it, and ArviZ computes
LOO and the summary of the same draws, which must be ours. Both are timed in the same run, by turns. ArviZ comes at
pinned versions into a temporary environment, so this needs the package index, and Python 3.11 or newer.
"""

import json
import os
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PINS = ("arviz-stats[xarray]==0.8.0", "numpy==2.4.6", "scipy==1.17.1", "zarr==3.1.6")
OBSERVATIONS, SUBSET = 10_000, 300  # ours are timed on all, ArviZ on the first ones
ROUNDS = 5


def main():
    """Make the environment and run measure in it."""
    with peers.environment("criticism", *PINS) as (folder, python, program):
        subprocess.run([python, __file__, program, folder], check=True)


def measure(program, folder):
    """Print the times, their ratios and the largest differences."""
    import xarray
    from arviz_stats import loo, summary

    warnings.simplefilter("ignore")
    store = str(Path(folder) / "store")
    workers = sorted({1, os.cpu_count()})
    with subprocess.Popen([program, store, str(OBSERVATIONS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        process.stdout.readline()
        tree = xarray.open_datatree(store, engine="zarr").load()
        few = tree.copy()
        few["log_likelihood"] = xarray.DataTree(tree["log_likelihood"].to_dataset().isel(y_dim_0=slice(SUBSET)))
        ours, theirs = {n: [] for n in workers}, []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            loo(few, pointwise=True)
            theirs.append((time.perf_counter() - start) / SUBSET)
            for n in workers:
                print(n, file=process.stdin, flush=True)
                ours[n].append(float(process.stdout.readline()) / OBSERVATIONS)
        process.stdin.close()
        found = json.loads(process.stdout.readline())
    arviz = statistics.median(theirs)
    print(f"LOO of {OBSERVATIONS} observations, 4 x 1000 draws: microseconds an observation, median of {ROUNDS} rounds "
          f"({', '.join(PINS)}, {SUBSET} observations)")
    line = f"ArviZ {arviz * 1e6:5.0f}"
    for n in workers:
        t = statistics.median(ours[n])
        line += f"   ours on {n} {'core' if n == 1 else 'cores'} {t * 1e6:4.0f} ({arviz / t:.0f} times quicker)"
    print(line)
    reference = loo(tree, pointwise=True)
    apart = max(abs(found[k] - float(getattr(reference, k))) for k in ("elpd", "se", "p"))
    table = summary(tree, var_names=["mu", "sigma2"], round_to="none")
    names = {"Mean": "mean", "ESSBulk": "ess_bulk", "MCSEMean": "mcse_mean"}
    worst = max(abs(row[k] / float(table.loc[row["Label"], v]) - 1) for row in found["rows"] for k, v in names.items())
    print(f"read from the Zarr store by xarray: elpd, its standard error and p differ by at most {apart:.0e}; mean, bulk ESS "
          f"and MCSE by {worst:.0e} of their value (ArviZ divides the variance by n, and takes other tails)")


if __name__ == "__main__":
    main() if len(sys.argv) == 1 else measure(*sys.argv[1:])
