#!/usr/bin/env python3
"""How many effective draws a second: our blocks, and nutpie?

Both sample the same posteriors in the same run: four chains, 1000 sweeps or draws of warm-up and then 4000 (nutpie: 1000,
as its draws are dear), with the defaults of nutpie. Speed is the smallest bulk ESS of all parameters by the CPU seconds of
the run, warm-up counted and compilation not. The means of all parameters are compared: the largest difference in combined
standard errors is printed.

nutpie and PyMC come at pinned versions into a temporary environment, so this needs the package index, Python 3.11 or newer
and a few minutes.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

HERE = Path(__file__).resolve().parent
PINS = ("--require-hashes", "--requirement", HERE / "requirements.txt")
WARMUP, DRAWS, THEIR_DRAWS, ROUNDS = 1000, 4000, 1000, 3
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def main():
    """Make the environment and run measure in it."""
    with peers.environment("nutpie", *PINS) as (_, python, program):
        subprocess.run([python, __file__, program], check=True, env=os.environ | ONE_THREAD)


def measure(program):
    """Print a table."""
    import models

    ours = {}
    for seed in range(1, ROUNDS + 1):
        out = subprocess.run([program, HERE / "data", str(WARMUP), str(DRAWS), str(seed)], check=True, capture_output=True,
                             text=True).stdout
        for line in out.splitlines():
            row = json.loads(line)
            ours.setdefault((row["Posterior"], row["Sampler"]), []).append(row)
    print(f"smallest bulk ESS a second of CPU time, median of {ROUNDS} runs ({os.cpu_count()} processors)\n")
    print("| posterior | our blocks | ours | nutpie | ratio | worst, ours and nutpie's | largest z | load |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for name, build in models.MODELS.items():
        theirs = sample(build)
        peer = statistics.median(r["ESS"] / r["CPU"] for r in theirs)
        for (posterior, how), rows in ours.items():
            if posterior != name:
                continue
            speed = statistics.median(r["ESS"] / r["CPU"] for r in rows)
            print(f"| {name} | {how} | {speed:.0f} | {peer:.0f} | {speed / peer:.1f} | {rows[0]['Worst']}, {theirs[0]['Worst']} | "
                  f"{largest(rows[0], theirs[0])} | {os.getloadavg()[0]:.0f} |", flush=True)


def sample(build):
    """Compile for nutpie, run it ROUNDS times, and say what came out."""
    import warnings

    warnings.simplefilter("ignore")  # ArviZ announces its successor
    import nutpie

    model, names = build()
    compiled = nutpie.compile_pymc_model(model)
    nutpie.sample(compiled, tune=50, draws=10, chains=1, seed=0, progress_bar=False)  # whatever is compiled late
    results = []
    for seed in range(1, ROUNDS + 1):
        begin = time.process_time()
        trace = nutpie.sample(compiled, tune=WARMUP, draws=THEIR_DRAWS, chains=4, cores=os.cpu_count(), seed=seed,
                              progress_bar=False)
        cpu = time.process_time() - begin
        results.append(summary(trace, names) | {"CPU": cpu})
    return results


def summary(trace, names):
    """The smallest ESS, and mean, its error and SD of each parameter, by our names."""
    import arviz

    out = {"ESS": float("inf"), "Params": {}}
    for ours, theirs in names.items():
        draws = trace.posterior[theirs].values
        columns = draws.reshape(draws.shape[:2] + (-1,))
        for k in range(columns.shape[2]):
            x = columns[:, :, k]
            label = f"{ours}[{k}]" if draws.ndim > 2 else ours
            ess = float(arviz.ess(x))
            if ess < out["ESS"]:
                out["ESS"], out["Worst"] = ess, label
            out["Params"][label] = [float(x.mean()), float(x.std() / arviz.ess(x, method="mean") ** 0.5), float(x.std())]
    return out


def largest(ours, theirs):
    """The largest difference of means in combined standard errors, and its parameter."""
    if ours["Params"].keys() != theirs["Params"].keys():
        sys.exit(f"other parameters: {sorted(ours['Params'].keys() ^ theirs['Params'].keys())}")
    z = {}
    for label, (mean, error, _) in ours["Params"].items():
        their_mean, their_error, _ = theirs["Params"][label]
        z[label] = (mean - their_mean) / (error**2 + their_error**2) ** 0.5
    label = max(z, key=lambda label: abs(z[label]))
    return f"{z[label]:.1f} ({label})"


if __name__ == "__main__":
    if len(sys.argv) == 2:
        measure(sys.argv[1])
    else:
        main()
