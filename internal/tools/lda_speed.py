#!/usr/bin/env python3
"""How fast are the samplers of package lda, and tomotopy, lda and MALLET?

All get the same corpora in the same run, by turns, each in a process of its own, with a concentration of 5/K for each topic
and 0.01 for each word, both fixed. Printed are millions of tokens a second, of wall and of CPU time, after some sweeps
to warm up, and log p(w, z) a token at the end; then the likelihood against time from a cold start. Topics of tomotopy
are judged by our evaluator as well. The peers come at pinned versions into a temporary environment, so this needs the package index,
and MALLET needs java and mvn: without these it is left out. All in all it takes about half an hour.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINS = ("tomotopy==0.13.0", "lda==3.0.2", "numpy==1.26.4")
MALLET = "cc.mallet:mallet:2.0.8"
ROUNDS = 5
WARM = 10
CURVE = 20  # seconds of tomotopy with two workers
SWEEPS = {10: 60, 20: 40, 50: 30, 100: 20, 200: 15, 500: 8, 1000: 6}


def main():
    """Make the environment and run measure in it."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv/bin/python"
        subprocess.run([sys.executable, "-m", "venv", python.parents[1]], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINS], check=True)
        subprocess.run(["go", "build", "-o", Path(folder) / "lda", "./internal/bench/lda"], cwd=ROOT, check=True)
        mallet(folder)
        subprocess.run([python, __file__, folder], check=True)


def mallet(folder):
    """Fetch MALLET and what it needs into folder/jars, if java and mvn are here."""
    if not (shutil.which("java") and shutil.which("mvn")):
        print("MALLET is left out: there is no java, or no mvn, on the PATH")
        return
    group, artifact, version = MALLET.split(":")
    (Path(folder) / "pom.xml").write_text(
        "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>"
        f"<dependencies><dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency></dependencies></project>")
    fetch = subprocess.run(["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=jars"], cwd=folder,
                           capture_output=True, text=True)
    if fetch.returncode:
        print("MALLET is left out:", fetch.stdout[-300:])


def measure(folder, corpora=("s1", "reagan"), topics=(20, 50, 100, 1000), rounds=ROUNDS):
    """Print tables of speed, and likelihood against time."""
    folder = Path(folder)
    for name in corpora:
        file = folder / f"{name}.txt"
        subprocess.run([folder / "lda", "corpus", name, file], check=True)
        tokens = len(file.read_text().split())
        print(f"\n{name}, {tokens:,} tokens: million tokens a second of wall time, of CPU time, and log p(w, z) a token; "
              f"median of {rounds} rounds")
        for k in topics:
            runs = {f"ours, {s}": [folder / "lda", "time", file, s, str(k), str(WARM), str(SWEEPS[k])]
                    for s in ("dense", "model", "parallel", "partial") if s != "dense" or k <= 100}
            for n in (1, 2):
                runs[f"tomotopy, {n}"] = [sys.executable, __file__, "tomotopy", folder, file, str(k), str(n)]
            if k <= 20:
                runs["lda"] = [sys.executable, __file__, "lda", folder, file, str(k), "1"]
            if (folder / "jars").exists() and tokens > 500_000:  # less is lost in the start of java
                for n in (1, 2):
                    runs[f"MALLET, {n}"] = [sys.executable, __file__, "mallet", folder, file, str(k), str(n)]
            results = {run: [] for run in runs}
            for _ in range(rounds):
                for run, command in runs.items():
                    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                    results[run].append([float(x) for x in out.split()])
            for run, values in results.items():
                wall, cpu, ll = (statistics.median(v) for v in zip(*values))
                speed = [SWEEPS[k] * tokens / s / 1e6 if s else float("nan") for s in (wall, cpu)]
                print(f"K = {k:<5} {run:15} {speed[0]:7.2f} {speed[1]:7.2f} {ll:10.4f}", flush=True)
    print("\ns1, K = 100: seconds from a cold start and log p(w, z) a token")
    file = folder / "s1.txt"
    for title, command in {
            "tomotopy, 2 workers": [sys.executable, __file__, "tomotopy-curve", folder, file, "100", "2"],
            "ours, parallel": [folder / "lda", "curve", file, "parallel", "100", str(CURVE)]}.items():
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        points = [tuple(map(float, line.split())) for line in out]
        shown = [min(points, key=lambda p: abs(p[0] - t)) for t in (0.5, 1, 2, 3, 5, 10, 19)]
        print(f"{title:20}", "  ".join(f"{s:.1f} s {ll:.3f}" for s, ll in shown), flush=True)


def read(file):
    return [line.split() for line in Path(file).read_text().splitlines()]


def tomotopy_model(file, topics):
    import tomotopy

    model = tomotopy.LDAModel(k=topics, alpha=5 / topics, eta=0.01, seed=1)
    model.optim_interval = 0
    for words in read(file):
        if words:
            model.add_doc(words)
    return model


def tomotopy(folder, file, topics, workers):
    """Time of tomotopy, and its likelihood by our evaluator."""
    model = tomotopy_model(file, topics)
    model.train(WARM, workers=workers)
    wall, cpu = time.perf_counter(), time.process_time()
    model.train(SWEEPS[topics], workers=workers)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    vocabulary = model.used_vocabs
    with tempfile.NamedTemporaryFile("w", dir=folder) as out:
        for doc in model.docs:
            out.write(" ".join(f"{vocabulary[w]}:{z}" for w, z in zip(doc.words, doc.topics)) + "\n")
        out.flush()
        ll = subprocess.run([Path(folder) / "lda", "likelihood", out.name, str(topics)], check=True, capture_output=True,
                            text=True).stdout
    print(wall, cpu, ll)


def tomotopy_curve(_, file, topics, workers):
    """Likelihood of tomotopy against time; reading the corpus is not counted."""
    model = tomotopy_model(file, topics)
    began = time.perf_counter()
    model.train(0, workers=workers)
    while (took := time.perf_counter() - began) < CURVE:
        print(took, model.ll_per_word)
        model.train(2, workers=workers)
    print(took, model.ll_per_word)


def cython_lda(_, file, topics, _workers):
    """Time of the package lda, which has one thread: a run without the sweeps is taken off."""
    import logging

    import lda
    import numpy as np

    logging.disable(logging.CRITICAL)
    docs = [[int(w) for w in words] for words in read(file)]
    counts = np.zeros((len(docs), max(max(d) for d in docs if d) + 1), dtype=np.intc)
    for row, words in zip(counts, docs):
        np.add.at(row, words, 1)
    times = []
    for sweeps in (WARM, WARM + SWEEPS[topics]):
        model = lda.LDA(n_topics=topics, n_iter=sweeps, alpha=5 / topics, eta=0.01, random_state=1, refresh=10**6)
        began = time.perf_counter(), time.process_time()
        model.fit(counts)
        times.append((time.perf_counter() - began[0], time.process_time() - began[1]))
    print(times[1][0] - times[0][0], times[1][1] - times[0][1], model.loglikelihood() / counts.sum())


def mallet_time(folder, file, topics, threads):
    """Time of MALLET: of a whole run, less that of a run without the sweeps."""
    folder = Path(folder)
    java = ["java", "-Xmx4g", "-cp", f"{folder}/jars/*"]
    data = Path(file).with_suffix(".mallet")
    if not data.exists():
        lines = Path(file).with_suffix(".lines")
        lines.write_text("".join(f"{i}\tx\t{' '.join(words)}\n" for i, words in enumerate(read(file))))
        subprocess.run([*java, "cc.mallet.classify.tui.Csv2Vectors", "--input", lines, "--output", data, "--keep-sequence",
                        "--token-regex", r"\S+", "--line-regex", r"^(\S*)\t(\S*)\t(.*)$"], check=True, capture_output=True)
    times, ll = [], "nan"
    for sweeps in (WARM, WARM + SWEEPS[topics]):
        wall, before = time.perf_counter(), os.times()
        log = subprocess.run([*java, "cc.mallet.topics.tui.TopicTrainer", "--input", data, "--num-topics", str(topics),
                              "--num-iterations", str(sweeps), "--num-threads", str(threads), "--alpha", "5", "--beta",
                              "0.01", "--optimize-interval", "0", "--show-topics-interval", "1000000", "--random-seed",
                              "1"], check=True, capture_output=True, text=True).stderr
        after = os.times()
        times.append((time.perf_counter() - wall, after.children_user + after.children_system - before.children_user
                      - before.children_system))
        ll = (re.findall(r"LL/token: (-[\d.]+)", log) or ["nan"])[-1]
    print(times[1][0] - times[0][0], times[1][1] - times[0][1], ll)


if __name__ == "__main__":
    peers = {"tomotopy": tomotopy, "tomotopy-curve": tomotopy_curve, "lda": cython_lda, "mallet": mallet_time}
    if len(sys.argv) == 1:
        main()
    elif sys.argv[1] in peers:
        peers[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
    else:
        measure(sys.argv[1])
