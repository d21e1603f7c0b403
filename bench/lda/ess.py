#!/usr/bin/env python3
"""How many effective draws does a warm chain give in a second of processor time: ours, tomotopy's and MALLET's?

Four chains of each, by turns, one thread each, at fixed concentrations of 5/K and 0.01. Two functions do not depend on how
topics are numbered: log p(w, z) a token, and the sum of the squared shares of the topics. Printed are bulk ESS a second of
the four chains together, which is small where they sit in different modes, the sum over chains taken alone, and R-hat.
MALLET prints its likelihood every ten sweeps and no sizes; its draws are these.
"""

import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import speed  # noqa: E402
from speed import peers  # noqa: E402

CASES = (("reagan", 5, 2000, 10_000), ("reagan", 20, 2000, 10_000), ("news", 20, 500, 1000), ("news", 100, 500, 1000))
CHAINS = 4


def tomotopy(file, topics, warm, sweeps, seed):
    model = speed.tomotopy_model(file, topics, seed)
    model.train(warm, workers=1)
    cpu, lines = 0, []
    for _ in range(sweeps):
        began = time.process_time()
        model.train(1, workers=1)
        cpu += time.process_time() - began
        n = model.get_count_by_topics()
        lines.append((model.ll_per_word, sum((x / sum(n)) ** 2 for x in n)))
    print(cpu)
    for line in lines:
        print(*line)


def mallet(folder, file, topics, warm, sweeps, seed):
    points = [p for i, p in enumerate(speed.mallet_points(folder, file, topics, warm + sweeps, 1, seed)) if 10 * (i + 1) > warm]
    print(points[-1][1] - points[0][1])
    for i, (_, _, ll) in enumerate(points[1:]):
        print(ll, i % 2)


def measure(folder):
    for name, topics, warm, sweeps in CASES:
        file, shape = speed.corpus(folder, name), [str(topics), str(warm), str(sweeps)]
        runs = {"gibbslab": [folder / "lda", "traced", file, "model", *shape],
                "tomotopy": [sys.executable, __file__, "tomotopy", file, *shape]}
        if (folder / "jars").exists():
            runs["MALLET"] = [sys.executable, __file__, "mallet", folder, file, *shape]
        for seed in range(CHAINS):
            for run, command in runs.items():
                with open(folder / f"{run}{seed}.ess", "w") as out:
                    subprocess.run([*command, str(seed + 1)], check=True, stdout=out)
        print(f"\n{name}, K = {topics}: bulk ESS a processor second of all chains, of each alone, R-hat", flush=True)
        for run in runs:
            files = [folder / f"{run}{seed}.ess" for seed in range(CHAINS)]
            lines = subprocess.run([folder / "lda", "effective", *files], check=True, capture_output=True, text=True).stdout
            for what, line in zip(("log p(w, z)", "sizes"), lines.splitlines()):
                if what != "sizes" or run != "MALLET":
                    print(f"{run:9} {what:12} {line}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["tomotopy"]:
        tomotopy(sys.argv[2], *map(int, sys.argv[3:]))
    elif sys.argv[1:2] == ["mallet"]:
        mallet(sys.argv[2], sys.argv[3], *map(int, sys.argv[4:]))
    elif len(sys.argv) > 1:
        measure(Path(sys.argv[1]))
    else:
        with peers.environment("lda", *speed.PINS) as (folder, python, _):
            speed.news(folder)
            speed.mallet(folder)
            subprocess.run([python, __file__, folder], check=True)
