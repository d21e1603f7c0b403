#!/usr/bin/env python3
"""Topics of documents with kinds and labels: package lda and tomotopy, at equal processor time.

Both get the same corpora in the same run, by turns, each in a process of its own with one thread: covariates (DMR) with
50 topics and one kind for each document, labels (LLDA) with one topic each, and labels with two topics each and 20 shared
ones (PLDA). All concentrations are 0.1 for topics and 0.01 for words; coefficients have standard deviation 1. Printed is
log p(w, z | α) a token, α at the coefficients that each program then has, computed here for tomotopy, after some processor
seconds from a cold start: medians over rounds with different seeds of tomotopy. The corpora are s1, drawn from a model, and
news, of which the kind is the newspaper and the labels are the newspaper and words of the title. It takes a quarter of an
hour. See speed.py for what it needs.
"""

import collections
import csv
import math
import re
import statistics
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402
from speed import corpus, news, read  # noqa: E402

PINS = ("tomotopy==0.14.0", "numpy==1.26.4")
AT = (0.5, 1, 2, 4, 8)  # processor seconds
ROUNDS = 3
TOPICS = {"dmr": 50, "llda": 1, "plda": 20}


def main():
    """Make the environment and run measure in it."""
    with peers.environment("lda", *PINS) as (folder, python, _):
        news(folder)
        subprocess.run([python, __file__, folder], check=True)


def news_fields(folder, file):
    """Write the newspapers and the labels of the news articles beside their words: thirty words of titles are labels."""
    with open(folder / "NewsArticles.csv", encoding="utf-8", errors="replace", newline="") as rows:
        articles = list(csv.DictReader(rows))
    titles = [set(re.findall("[a-z]{4,}", a["title"].lower())) for a in articles]
    common = {w for w, _ in sorted(collections.Counter(w for t in titles for w in t).items(), key=lambda x: (-x[1], x[0]))[:30]}
    papers = [urllib.parse.urlparse(a["article_source_link"].strip()).netloc or "none" for a in articles]
    lines = [" ".join([p, p, *sorted(t & common)]) for p, t in zip(papers, titles)]
    Path(f"{file}.fields").write_text("\n".join(lines) + "\n")


def measure(folder):
    """Print the likelihoods."""
    for name in ("news", "s1"):
        file = corpus(folder, name)
        if name == "news":
            news_fields(folder, file)
        for model, topics in TOPICS.items():
            runs = {"gibbslab": lambda _: [folder / "lda", "fields", file, model, str(topics), str(AT[-1])],
                    "tomotopy": lambda seed: [sys.executable, __file__, "tomotopy", file, model, str(topics), str(seed)]}
            curves = {program: [] for program in runs}
            for seed in range(ROUNDS):
                for program, command in runs.items():
                    out = subprocess.run(command(seed), check=True, capture_output=True, text=True).stdout
                    curves[program].append([[float(x) for x in line.split()] for line in out.splitlines()])
            print(f"\n{name}, {model}: log p(w, z) a token after processor seconds", flush=True)
            for program, rounds in curves.items():
                values = [statistics.median(next((p for p in r if p[1] >= t), r[-1])[2] for r in rounds) for t in AT]
                print(f"{program:10}", "  ".join(f"{t:g} s {v:.4f}" for t, v in zip(AT, values)), flush=True)


def tomotopy(file, model, topics, seed):
    """Print wall and processor seconds and the likelihood of tomotopy, until the last of AT."""
    import tomotopy as tp

    words = read(file)
    fields = read(f"{file}.fields")
    about = {"alpha": 0.1, "eta": 0.01, "seed": int(seed) + 1}
    if model == "dmr":
        m = tp.DMRModel(k=int(topics), sigma=1, **about)
    elif model == "llda":
        m = tp.LLDAModel(k=1, **about)
    else:
        m = tp.PLDAModel(latent_topics=int(topics), topics_per_label=2, **about)
    if model != "dmr":
        m.optim_interval = 0  # α stays 0.1, as here
    kept = []
    for ws, (kind, *labels) in zip(words, fields):
        if ws:
            m.add_doc(ws, **({"metadata": kind} if model == "dmr" else {"labels": labels}))
            per, shared = {"dmr": (0, int(topics)), "llda": (1, 0), "plda": (2, int(topics))}[model]
            kept.append((kind, per * len(set(labels)) + shared))
    wall = cpu = after = 0
    while cpu < AT[-1]:
        began = time.perf_counter(), time.process_time()
        m.train(2 if cpu else 0, workers=1)
        wall, cpu = wall + time.perf_counter() - began[0], cpu + time.process_time() - began[1]
        if cpu >= after:
            print(wall, cpu, likelihood(m, model, kept), flush=True)
            after = min((t for t in AT if t > cpu), default=0)


def likelihood(m, model, kept):
    """log p(w, z | α) a token, from the topics of the tokens."""
    import numpy as np

    k, v, beta = m.k, len(m.used_vocabs), 0.01
    nwk, log = np.zeros((v, k), dtype=np.int64), 0.0
    alphas = {}
    if model == "dmr":
        for i, kind in enumerate(m.metadata_dict):
            alphas[kind] = np.exp(m.lambdas[:, i]) + m.alpha_epsilon
    tokens = 0
    for doc, (kind, allowed) in zip(m.docs, kept):
        z = np.asarray(doc.topics)
        np.add.at(nwk, (np.asarray(doc.words), z), 1)
        tokens += len(z)
        total = alphas[kind].sum() if alphas else 0.1 * allowed
        log += math.lgamma(total) - math.lgamma(total + len(z))
        topics, counts = np.unique(z, return_counts=True)
        for t, n in zip(topics, counts):
            a = alphas[kind][t] if alphas else 0.1
            log += math.lgamma(a + n) - math.lgamma(a)
    sizes, often = np.unique(nwk[nwk > 0], return_counts=True)
    log += sum(c * (math.lgamma(beta + n) - math.lgamma(beta)) for n, c in zip(sizes, often))
    log += sum(math.lgamma(v * beta) - math.lgamma(v * beta + n) for n in nwk.sum(axis=0))
    return log / tokens


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "tomotopy":
        tomotopy(*sys.argv[2:])
    elif len(sys.argv) == 2 and Path(sys.argv[1]).is_dir():
        measure(Path(sys.argv[1]))
    else:
        main()
