#!/usr/bin/env python3
"""How many effective draws a second: models in the BUGS language by sampler/bugs, and by JAGS?

    speed.py [FOLDER [NAME ...]]     FOLDER has a folder of each model: model.bug, data.json, inits.json, meta.json

Without arguments the models are those of the tests, sampler/bugs/testdata/suite, and then come the runs of size. Both programs
sample the same model in the same run: four chains, from the starts of the folder. JAGS runs without
its module glm and with it. Speed is the smallest bulk ESS of what is monitored, by our diag, by the CPU seconds of the sweeps;
compiling, adapting and warm-up are not counted. JAGS gets at most SECONDS a configuration. z is the largest difference
of a mean from that of JAGS without glm (which is biased for Poisson models with glm), in combined standard errors.

JAGS 4.3.1 has to be on the path, as the Debian package jags puts it there.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import jags

HERE = Path(__file__).resolve().parent
SUITE = HERE.parents[1] / "sampler/bugs/testdata/suite"
WARMUP, DRAWS, ROUNDS, SECONDS = 1000, 10_000, 3, 10
ROWS, GROUPS = 100_000, 100


def main():
    """Print a table of the models, and one of large plates."""
    if not shutil.which("jags"):
        sys.exit("JAGS is not installed: on Debian, apt-get install jags")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, package in (("ours", "."), ("coda", "./coda")):
            subprocess.run(["go", "build", "-o", folder / name, package], cwd=HERE, check=True)
        models = [Path(sys.argv[1]) / name for name in sys.argv[2:]] if len(sys.argv) > 2 else folders(folder)
        table(folder, models)
        if len(sys.argv) == 1:
            sizes(folder)


def folders(folder):
    """The folders of the models: those named, or those of the tests, laid out in the same way."""
    if len(sys.argv) > 1:
        return sorted(path.parent for path in Path(sys.argv[1]).glob("*/model.bug"))
    models = []
    for file in sorted(SUITE.glob("*.json")):
        test, model = json.loads(file.read_text()), folder / "models" / file.stem
        model.mkdir(parents=True)
        shutil.copy(file.with_suffix(".bug"), model / "model.bug")
        (model / "data.json").write_text(json.dumps(test["data"]))
        (model / "meta.json").write_text(json.dumps({"monitors": test["monitors"]}))
        if test["inits"]:
            (model / "inits.json").write_text(json.dumps(test["inits"]))
        models.append(model)
    return models


def table(folder, models):
    """A row a model."""
    print(f"smallest bulk ESS a second of CPU time, median of {ROUNDS} rounds ({os.cpu_count()} processors)\n")
    print("| model | us a sweep: ours, JAGS, glm | ESS/s: ours, JAGS, glm | ratio | compile, s | start to first draw, s | z |")
    print("|---|---|---|---|---|---|---|", flush=True)
    ratios = []
    for model in models:
        ours = rounds(lambda seed: compiled(folder, model, seed))
        plain = rounds(lambda seed: theirs(folder, model, (), seed))
        glm = rounds(lambda seed: theirs(folder, model, ("glm",), seed))
        both = [x for x in (plain, glm) if x]
        ratio = ours["ESS/s"] / max(x["ESS/s"] for x in both) if ours and both else None
        if ratio:
            ratios.append(ratio)
        cells = [three(key, ours, plain, glm) for key in ("us", "ESS/s", "compile", "first")]
        cells.insert(2, f"{ratio:.1f}" if ratio else "–")
        print(f"| {' | '.join([model.name, *cells, largest(ours, plain)])} |", flush=True)
    if ratios:
        print(f"\nmedian ratio {statistics.median(ratios):.1f}; below 1 on {sum(r < 1 for r in ratios)} of {len(ratios)} models")


def rounds(measure):
    """The medians of the rounds, or None if the program refuses the model; says why."""
    results = []
    for seed in range(1, ROUNDS + 1):
        try:
            results.append(measure(seed))
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"refused: {(getattr(error, 'stderr', None) or str(error)).strip()}", file=sys.stderr)
            return None
    keys = ("us", "ESS/s", "compile", "first")
    return {key: statistics.median(r[key] for r in results) for key in keys} | {"quantities": results[0]["quantities"]}


def compiled(folder, model, seed):
    """A run of ours."""
    out = json.loads(subprocess.run([folder / "ours", model, str(WARMUP), str(DRAWS), str(seed)], check=True, capture_output=True,
                                    text=True).stdout)
    return {"us": 1e6 * out["CPU"] / out["Sweeps"], "ESS/s": out["ESS"] / out["CPU"], "compile": out["Compile"],
            "first": out["First"], "quantities": out["Quantities"]}


def theirs(folder, model, modules, seed):
    """A run of JAGS, first a short one that says how long it may be."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        pilot = jags.run(model, Path(work), 100, 100, modules=modules, seed=seed)
        sweeps = max(200, min(DRAWS, int(SECONDS * 100 / max(pilot["cpu"], 1e-6))))
        out = jags.run(model, Path(work), min(WARMUP, sweeps), sweeps, modules=modules, seed=seed)
        rows = [json.loads(line) for line in subprocess.run([folder / "coda", work], check=True, capture_output=True,
                                                            text=True).stdout.splitlines()]
    drawn = [row for row in rows if "ess_bulk" in row]
    return {"us": 1e6 * out["cpu"] / out["sweeps"], "ESS/s": min(row["ess_bulk"] for row in drawn) / out["cpu"],
            "compile": out["compile"], "first": out["first"],
            "quantities": {row["name"]: (row["mean"], row["sd"], row["mcse"]) for row in drawn}}


def three(key, *results):
    """Numbers of the three."""
    return ", ".join(f"{r[key]:.3g}" if r else "–" for r in results)


def largest(ours, plain):
    """The largest difference of means in combined standard errors, and its quantity."""
    if not ours or not plain:
        return "–"
    z = {}
    for name, (mean, _, error) in plain["quantities"].items():
        if name in ours["quantities"]:
            own, _, own_error = ours["quantities"][name]
            z[name] = (own - mean) / (error**2 + own_error**2) ** 0.5
    name = max(z, key=lambda name: abs(z[name]), default=None)
    return f"{z[name]:.1f} ({name})" if name else "other names"


def sizes(folder):
    """Large plates. JAGS gets only the first, and few sweeps."""
    print("\n| size | compile, s | start to first draw, s | us a sweep |\n|---|---|---|---|")
    for title, *arguments in ((f"{ROWS} observations in {GROUPS} groups", "groups", ROWS, GROUPS, 2000),
                              ("10⁶ observations in one plate", "plate", 10**6, 2000)):
        command = [folder / "ours", *map(str, arguments)]
        out = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"| {title} | {out['Compile']:.3f} | {out['First']:.3f} | {1e6 * out['CPU'] / out['Sweeps']:.2f} |", flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        out = jags.run(grouped(folder / "groups"), Path(work), 5, 20, adapt=5)
    print(f"| JAGS, {ROWS} observations in {GROUPS} groups, compiled for {jags.CHAINS} chains | {out['compile']:.3f} | "
          f"{out['first']:.3f} | {1e6 * out['cpu'] / out['sweeps']:.0f} |")


def grouped(model):
    """A folder with the model of groups that main.go has, and data of the same kind."""
    rng, text = random.Random(1), (HERE / "main.go").read_text()
    model.mkdir()
    (model / "model.bug").write_text(text.split("const groups = `")[1].split("`")[0])
    level = [rng.gauss(1, 1) for _ in range(GROUPS)]
    g = [rng.randint(1, GROUPS) for _ in range(ROWS)]
    x = [rng.gauss(0, 1) for _ in range(ROWS)]
    y = [level[j - 1] + v / 2 + rng.gauss(0, 1) for j, v in zip(g, x)]
    (model / "data.json").write_text(json.dumps({"n": ROWS, "G": GROUPS, "y": y, "x": x, "g": g}))
    (model / "meta.json").write_text(json.dumps({"monitors": ["mu", "tau", "tau.a"]}))
    return model


if __name__ == "__main__":
    main()
