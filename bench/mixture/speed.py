#!/usr/bin/env python3
"""How fast are the samplers of package mixture, also beside scikit-learn?

First the galaxies: effective draws of the number of clusters a second of CPU time, for algorithm 8 and split-merge, by turns.
Then 10 000 points in the plane from 20 normal components: sweeps a second of ours, and iterations of scikit-learn's
BayesianGaussianMixture (variational, with 20 components). All get the same points and one thread. What an iteration does
differs: scikit-learn's approximates, and moves all points at once.

scikit-learn comes at a pinned version into a temporary environment, so this needs the package index.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PINS = ("scikit-learn==1.7.2", "numpy==2.3.5")
POINTS, COMPONENTS = 10_000, 20
DRAWS, ROUNDS = 20_000, 3
WARM, SWEEPS = 50, 40
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

def main():
    """Make the environment and run measure in it."""
    with peers.environment("mixture", *PINS) as (folder, python, _):
        subprocess.run([python, __file__, folder], check=True, env=os.environ | ONE_THREAD)


def measure(folder):
    """Print both tables."""
    folder = Path(folder)
    galaxies(folder)
    plane(folder)


def run(*command):
    """The numbers that a command prints."""
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(x) for x in out.split()]


def galaxies(folder):
    """Effective draws a second."""
    names = ("neal8-1", "neal8-3", "neal8-10", "splitmerge")
    results = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            results[name].append(run(folder / "mixture", "galaxies", name, str(DRAWS)))
    print(f"galaxies: effective draws of the number of clusters a second of CPU time, four chains of {DRAWS} draws, "
          f"median of {ROUNDS} rounds")
    speed = {name: statistics.median(r[0] / r[1] for r in results[name]) for name in names}
    for name in names:
        _, _, mean, error = results[name][0]
        print(f"{name:12} {speed[name]:7.0f}   split-merge: {speed['splitmerge'] / speed[name]:4.1f} times as many   "
              f"mean {mean:.3f}, its standard error {error:.3f}")


def plane(folder):
    """Sweeps and iterations a second."""
    file = folder / "points"
    simulate(file)
    print(f"\n{POINTS} points in the plane, {COMPONENTS} components: seconds a sweep or iteration, wall and CPU, median "
          f"of {ROUNDS} rounds ({', '.join(PINS)})")
    theirs, ours = [], {name: [] for name in ("splitmerge", "neal3", "neal8-3", "collapsed")}
    for _ in range(ROUNDS):
        for name, results in ours.items():
            wall, cpu, clusters = run(folder / "mixture", "plane", file, name, str(WARM), str(SWEEPS))
            results.append((wall / SWEEPS, cpu / SWEEPS, clusters))
        theirs.append(run(sys.executable, __file__, "sklearn", file))
    wall, cpu, used = map(statistics.median, zip(*theirs))
    print(f"{'scikit-learn':18} {wall:8.4f} {cpu:8.4f}   {1 / wall:7.1f} a second; {used:.0f} components")
    for name, results in ours.items():
        our_wall, our_cpu, clusters = map(statistics.median, zip(*results))
        print(f"{name:18} {our_wall:8.4f} {our_cpu:8.4f}   {1 / our_wall:7.1f} a second; {clusters:.0f} clusters; "
              f"{our_cpu / cpu:.2f} of scikit-learn's CPU time", flush=True)


def simulate(file):
    """Write the points: centres N(0, 10² I), each component's covariance a random one of about 1."""
    import numpy as np

    rng = np.random.default_rng(1)
    centres = rng.normal(0, 10, (COMPONENTS, 2))
    roots = rng.normal(0, 0.7, (COMPONENTS, 2, 2))
    labels = rng.integers(COMPONENTS, size=POINTS)
    x = centres[labels] + np.einsum("nij,nj->ni", roots[labels], rng.normal(size=(POINTS, 2)))
    np.savetxt(file, x, fmt="%.6f")


def sklearn(file):
    """Time an iteration of BayesianGaussianMixture, after WARM of them; a last E step is counted too."""
    import warnings

    import numpy as np
    from sklearn.mixture import BayesianGaussianMixture

    warnings.simplefilter("ignore")  # it has not converged, and is not meant to
    x = np.loadtxt(file)
    model = BayesianGaussianMixture(
        n_components=COMPONENTS, weight_concentration_prior_type="dirichlet_process", weight_concentration_prior=1,
        mean_prior=[0, 0], mean_precision_prior=0.01, degrees_of_freedom_prior=4, covariance_prior=np.eye(2),
        init_params="random_from_data", random_state=1, max_iter=WARM, tol=0, warm_start=True)
    model.fit(x)
    model.max_iter = SWEEPS  # and goes on where it is
    wall, cpu = time.perf_counter(), time.process_time()
    model.fit(x)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if model.n_iter_ != SWEEPS:
        sys.exit(f"scikit-learn made {model.n_iter_} iterations, not {SWEEPS}")
    print(wall / SWEEPS, cpu / SWEEPS, (model.weights_ > 0.001).sum())


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sklearn(sys.argv[2])
    elif len(sys.argv) == 2:
        measure(sys.argv[1])
    else:
        main()
