#!/usr/bin/env python3
"""How long do R-hat, bulk and tail ESS take: diag.Summarize, and ArviZ?

Both get the same chains in the same run, by turns: AR(1), 4 x 1000 draws for each scalar. ArviZ computes these three
numbers, by its functions of arrays (no labels, no tables); ours are the whole summary: mean, SD, quantiles and MCSE too.
ArviZ comes at pinned versions into a temporary environment, so this needs the package index, and Python 3.11 or newer.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PINS = ("arviz-stats==0.8.0", "numpy==2.4.6", "scipy==1.17.1")
CHAINS, DRAWS = 4, 1000
SCALARS, SUBSET = 10_000, 200  # ours are timed on all, ArviZ on the first ones
ROUNDS = 5


def main():
    """Make the environment and run measure in it."""
    with peers.environment("diag", *PINS) as (folder, python, program):
        subprocess.run([python, __file__, program, folder], check=True)


def measure(program, folder):
    """Print times per scalar, their ratios and the largest relative differences, for quick and slow chains."""
    import numpy as np
    from scipy.signal import lfilter

    workers = sorted({1, os.cpu_count()})
    print(f"R-hat, bulk and tail ESS of {SCALARS} scalars, {CHAINS} x {DRAWS} draws: microseconds a scalar, median of "
          f"{ROUNDS} rounds ({', '.join(PINS)}, {SUBSET} scalars)")
    for phi in (0, 0.5, 0.95):
        noise = np.random.default_rng(1).standard_normal((SCALARS, CHAINS, DRAWS))
        x = lfilter([1], [1, -phi], noise)
        file = Path(folder) / "draws"
        x.astype("<f8").tofile(file)
        theirs, ours, (rhat, bulk, tail) = race(program, file, x[:SUBSET], workers)
        line = f"AR(1) of {phi:<4}  ArviZ {theirs * 1e6:5.0f}"
        for n in workers:
            line += f"   ours on {n} {'core' if n == 1 else 'cores'} {ours[n] * 1e6:4.0f} ({theirs / ours[n]:.0f} times quicker)"
        print(f"{line}\n{'':15} largest relative differences: R-hat {rhat:.0e}, bulk ESS {bulk:.0e}, tail ESS {tail:.0e}",
              flush=True)
    print("R-hat differs by the rounding of the two middle draws; see sampler/diag/disagreements_test.go.")


def race(program, file, x, workers):
    """Seconds a scalar of ArviZ, those of ours by number of workers, and the largest difference of each statistic."""
    import numpy as np

    ours, theirs = {n: [] for n in workers}, []
    with subprocess.Popen([program, file, str(CHAINS), str(DRAWS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        for _ in range(ROUNDS):
            for n in workers:
                print(n, file=process.stdin, flush=True)
                ours[n].append(float(process.stdout.readline()) / SCALARS)
            began = time.perf_counter()
            want = np.array([arviz(chains) for chains in x])
            theirs.append((time.perf_counter() - began) / len(x))
        process.stdin.close()
        got = np.loadtxt(process.stdout)[:len(x)]
    difference = np.abs(got / want - 1).max(axis=0)
    return statistics.median(theirs), {n: statistics.median(s) for n, s in ours.items()}, difference


def arviz(chains):
    """R-hat, bulk and tail ESS by ArviZ."""
    from arviz_stats.base import array_stats

    return (array_stats.rhat(chains), array_stats.ess(chains, method="bulk"),
            array_stats.ess(chains, method="tail", prob=(0.05, 0.95)))


if __name__ == "__main__":
    measure(*sys.argv[1:]) if len(sys.argv) > 1 else main()
