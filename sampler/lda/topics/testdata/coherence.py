"""Reference values for coherence_test.go: coherence by gensim, of texts drawn by splitmix64.

12 texts of up to 200 words over 12 words, the first 3 of them the commonest; three lists of words. Texts are written out,
so that the test reads what gensim read. Run: python coherence.py > coherence.json

Windows are counted by gensim's InvertedIndexAccumulator, and its formulas are applied to these counts. CoherenceModel itself uses
WordOccurrenceAccumulator, which (in 4.4.0) takes a word that leaves the window at its edge for gone even if the window has it
once more: those values are written too, as "c_v, edge", and are the same only where no text is longer than the window.
"""
import datetime
import json
import sys

import gensim
import numpy
from gensim.corpora import Dictionary
from gensim.models.coherencemodel import CoherenceModel
from gensim.topic_coherence.direct_confirmation_measure import log_ratio_measure
from gensim.topic_coherence.indirect_confirmation_measure import cosine_similarity
from gensim.topic_coherence.text_analysis import InvertedIndexAccumulator

MASK = (1 << 64) - 1


def splitmix(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


g = splitmix(1)
texts = []
for d in range(12):
    own = [next(g) % 12 for _ in range(4)]  # a text prefers four words
    text = []
    for _ in range(30 + next(g) % 171):
        u = next(g) % 10
        text.append(own[next(g) % 4] if u < 6 else next(g) % 3 if u < 9 else next(g) % 12)
    texts.append(text)
# No word in all texts: there gensim's log 1 / −log (1 + 1e-12) is −1. Word 11 in one text only, words 9 and 10 never together.
for d, text in enumerate(texts):
    texts[d] = [w for w in text if not w == d % 3 and not (w == 11 and d != 3) and not (w == 9 and d % 2) and not (w == 10 and d % 2 == 0)]
texts[3].append(11)
topics = [[0, 1, 2, 5], [4, 9, 10, 3, 7], [11, 8, 6]]

named = [[str(w) for w in text] for text in texts]
dictionary = Dictionary([[str(w) for w in range(12)]])
lists = [[str(w) for w in t] for t in topics]


def model(measure, window):
    return CoherenceModel(topics=lists, texts=named, corpus=[dictionary.doc2bow(t) for t in named] if measure == "u_mass" else None,
                          dictionary=dictionary, coherence=measure, window_size=window, topn=10, processes=1)


def coherence(measure, window):
    m = model(measure, window)
    if measure == "u_mass":
        return m.get_coherence_per_topic()
    counts = InvertedIndexAccumulator({i for t in m.topics for i in t}, dictionary).accumulate(named, window)
    segmented = m.measure.seg(m.topics)
    if m.coherence == "c_npmi":
        return log_ratio_measure(segmented, counts, normalize=True)
    return cosine_similarity(segmented, counts, m.topics, measure="nlr", gamma=1)


values = [{"measure": m, "window": w, "values": [float(x) for x in coherence(m, w)]}
          for m, w in [("u_mass", 0), ("c_npmi", 10), ("c_npmi", 40), ("c_v", 110), ("c_v", 25), ("c_v", 1000)]]
values += [{"measure": "c_v, edge", "window": w, "values": [float(x) for x in model("c_v", w).get_coherence_per_topic()]} for w in [25, 1000]]
json.dump({"by": f"gensim {gensim.__version__}, numpy {numpy.__version__}, Python {sys.version.split()[0]}",
           "date": datetime.date.today().isoformat(), "texts": texts, "topics": topics, "coherence": values}, sys.stdout)
print()
