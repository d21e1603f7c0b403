"""Reference values for reference_test.go: what pyLDAvis's prepare says of one draw of Reagan's topics, K = 20.

The draw is in reagan20.json: how often each word, and each document, has each topic. The test wrote it
(go test ./sampler/lda/browser -run TestReference -update), and this script and the test both compute φ and θ from it.

prepare rounds log φ and log lift to four digits and drops the saliency that it sorts by. Here it does neither.
Run: python prepare.py > prepare.json
"""
import datetime
import json
import sys

import numpy
import pandas
import pyLDAvis

with open("reagan20.json") as f:
    draw = json.load(f)
K, V, D = draw["k"], len(draw["vocabulary"]), len(draw["docTopics"])
words, docs = numpy.zeros((K, V)), numpy.zeros((D, K))
for k, pairs in enumerate(draw["topicWords"]):
    words[k, pairs[::2]] = pairs[1::2]
for d, pairs in enumerate(draw["docTopics"]):
    docs[d, pairs[::2]] = pairs[1::2]
phi = (words + draw["beta"]) / (words + draw["beta"]).sum(axis=1, keepdims=True)
theta = (docs + draw["alpha"]) / (docs + draw["alpha"]).sum(axis=1, keepdims=True)

saliency = {}
head = pandas.DataFrame.head


def note(frame, n=5):
    """The first rows; prepare sorts by saliency, takes the first rows, and drops that column."""
    if "saliency" in frame:
        saliency.update(frame["saliency"])
    return head(frame, n)


pandas.DataFrame.head = note
pandas.Series.round = lambda series, *args, **named: series
said = pyLDAvis.prepare(phi, theta, docs.sum(axis=1), draw["vocabulary"], words.sum(axis=0), sort_topics=False,
                        start_index=0, n_jobs=1)


def digits(values):
    return [float(f"{v:.10g}") for v in values]


relevant = []
for k in range(K):
    rows = said.topic_info[said.topic_info.Category == f"Topic{k}"].sort_index()
    relevant.append({"words": [int(w) for w in rows.index], "logprob": digits(rows.logprob), "loglift": digits(rows.loglift)})
json.dump({
    "versions": {"pyLDAvis": pyLDAvis.__version__, "numpy": numpy.__version__, "pandas": pandas.__version__,
                 "python": sys.version.split()[0]},
    "date": datetime.date.today().isoformat(),
    "x": digits(said.topic_coordinates.x), "y": digits(said.topic_coordinates.y),
    "share": digits(said.topic_coordinates.Freq / 100),
    "saliency": digits(saliency[w] for w in range(V)),
    "relevant": relevant,
}, sys.stdout)
