#!/usr/bin/env python3
"""How long do 100 sweeps of naive Bayes over 10 000 messages take: a loop in Python with NumPy, and sampler/naivebayes?

The loop is ours, written from the description of the sampler that integrates pi out, in the way of tutorials: documents as
lists of (word, count), counts and word probabilities in NumPy arrays, one Python step a word. (It takes the
document out of the counts once.) Data come from the model: 8 000 messages labelled, 10 000 words, Poisson(25) long.
Both get the same data in the same run, by turns: ours all sweeps, the loop a share of them, whose time is scaled up.
NumPy comes at a pinned version into a temporary environment, so this needs the package index.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PIN = "numpy==2.4.6"
WORDS, MESSAGES, LABELLED, LENGTH = 10_000, 10_000, 8_000, 25
SWEEPS, SHARE = 100, 5  # the loop runs SHARE of SWEEPS sweeps in each round
ROUNDS = 3


def main():
    """Make the environment and run measure in it."""
    with peers.environment("naivebayes", PIN) as (folder, python, program):
        subprocess.run([python, __file__, program, folder], check=True)


def measure(program, folder):
    """Print the times of both and their ratio."""
    import numpy as np

    rng = np.random.default_rng(1)
    documents, labels = simulate(rng)
    file = Path(folder) / "messages"
    write(file, documents, labels)
    truth = labels[LABELLED:]
    theirs, ours, right = [], {"withoutpi": [], "collapsed": []}, {}
    with subprocess.Popen([program, file, str(SWEEPS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        for _ in range(ROUNDS):
            for name, seconds in ours.items():
                print(name, file=process.stdin, flush=True)
                first, *rest = process.stdout.readline().replace("[", "").replace("]", "").split()
                seconds.append(float(first))
                right[name] = np.mean(np.array(rest[LABELLED:], int) == truth)
            began = time.perf_counter()
            loop(rng, documents, labels[:LABELLED], SHARE)
            theirs.append((time.perf_counter() - began) * SWEEPS / SHARE)
        process.stdin.close()
    loop_seconds = statistics.median(theirs)
    print(f"{SWEEPS} sweeps of {MESSAGES} messages, {LABELLED} labelled, {WORDS} words: seconds, median of {ROUNDS} rounds "
          f"({PIN})")
    print(f"the loop in Python, pi integrated out   {loop_seconds:7.2f}   ({SHARE} sweeps, scaled up)")
    for name, what in (("withoutpi", "ours, pi integrated out"), ("collapsed", "ours, theta integrated out too")):
        seconds = statistics.median(ours[name])
        print(f"{what:<38}  {seconds:7.3f}   {loop_seconds / seconds:.0f} times quicker; right in the last sweep: "
              f"{right[name]:.3f}")


def simulate(rng):
    """Documents as lists of (word, count), and their labels."""
    import numpy as np

    labels = rng.binomial(1, rng.beta(1, 1), MESSAGES)
    theta = rng.dirichlet(np.ones(WORDS), 2)
    documents = []
    for label in labels:
        words = rng.choice(WORDS, rng.poisson(LENGTH), p=theta[label])
        documents.append([(int(w), int(n)) for w, n in zip(*np.unique(words, return_counts=True))])
    return documents, labels


def write(file, documents, labels):
    """Write what the Go program reads; labels beyond LABELLED are hidden."""
    import numpy as np

    numbers = [WORDS, MESSAGES]
    for d, document in enumerate(documents):
        numbers += [int(labels[d]) if d < LABELLED else -1, len(document)]
        for pair in document:
            numbers += pair
    np.array(numbers, "<i4").tofile(file)


def loop(rng, documents, known, sweeps):
    """The sampler as a loop: labels one by one, then theta."""
    import numpy as np

    labels = list(known) + list(rng.binomial(1, rng.beta(1, 1), MESSAGES - LABELLED))
    theta = rng.dirichlet(np.ones(WORDS), 2)
    documents_of, words_of = np.ones(2), np.ones((2, WORDS))  # counts and prior together
    for document, label in zip(documents, labels):
        documents_of[label] += 1
        for word, n in document:
            words_of[label][word] += n
    for _ in range(sweeps):
        for d in range(LABELLED, MESSAGES):
            document, label = documents[d], labels[d]
            for word, n in document:
                words_of[label][word] -= n
            documents_of[label] -= 1
            log0, log1 = np.log(documents_of)
            for word, n in document:
                log0 += n * np.log(theta[0, word])
                log1 += n * np.log(theta[1, word])
            largest = max(log0, log1)
            weight0, weight1 = np.exp(log0 - largest), np.exp(log1 - largest)
            label = rng.binomial(1, weight1 / (weight0 + weight1))
            labels[d] = label
            documents_of[label] += 1
            for word, n in document:
                words_of[label][word] += n
        theta[0] = rng.dirichlet(words_of[0])
        theta[1] = rng.dirichlet(words_of[1])
    return labels


if __name__ == "__main__":
    measure(*sys.argv[1:]) if len(sys.argv) > 1 else main()
