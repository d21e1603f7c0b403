#!/usr/bin/env python3
"""How many text messages does scikit-learn sort wrongly, with the labels that notebook 07 has?

Our program writes the messages, each once, as counts of words, and the order in which the notebook's mailbox(n, 1) shows their
labels: the first n have one. scikit-learn learns from these and sorts the others. MultinomialNB has our smoothing, alpha=0.1.
LogisticRegression is as it comes, on the counts and on tf-idf, as in scikit-learn's tutorial on texts. Self-training of
MultinomialNB also has the messages without a label: in each round those of which it is sure by 0.95 get one, or the 100 of which
it is surest, and it learns again. The notebook has the numbers in a table. scikit-learn comes at a pinned version into a temporary environment, so this needs the
package index.
"""

import datetime
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import peers  # noqa: E402

PINS = ("scikit-learn==1.7.2", "numpy==2.3.5", "scipy==1.17.1")


def main():
    """Make the environment and run sort in it."""
    with peers.environment("naivebayes", *PINS) as (_, python, program):
        subprocess.run([python, __file__, program], check=True)


def sort(program):
    """Print the mistakes of each method for each number of labels."""
    import numpy as np
    from scipy.sparse import coo_array
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.semi_supervised import SelfTrainingClassifier

    box = json.loads(subprocess.run([program, "messages"], check=True, stdout=subprocess.PIPE).stdout)
    d, w, n = np.array([(d, w["Word"], w["N"]) for d, doc in enumerate(box["Docs"]) for w in doc or []]).T
    counts = coo_array((n.astype(float), (d, w)), shape=(len(box["Docs"]), box["V"])).tocsr()
    truth, order = np.array(box["Labels"]), np.array(box["Order"])
    print(f"{datetime.date.today()}, {', '.join(PINS)}: mistakes among the messages without a label")
    print("labels  hidden  MultinomialNB  LogisticRegression  and tf-idf  self-training, 0.95  and 100 a round")
    for size in (20, 200, 1000, 4000):
        given, hidden = order[:size], order[size:]
        known = truth.copy()
        known[hidden] = -1
        methods = {  # and what each learns from
            MultinomialNB(alpha=0.1): given,
            LogisticRegression(max_iter=1000): given,
            make_pipeline(TfidfTransformer(), LogisticRegression(max_iter=1000)): given,
            SelfTrainingClassifier(MultinomialNB(alpha=0.1), threshold=0.95): order,
            SelfTrainingClassifier(MultinomialNB(alpha=0.1), criterion="k_best", k_best=100, max_iter=None): order,
        }
        wrong = [int((m.fit(counts[rows], known[rows]).predict(counts[hidden]) != truth[hidden]).sum())
                 for m, rows in methods.items()]
        print(f"{size:6}  {len(hidden):6}  {wrong[0]:13}  {wrong[1]:18}  {wrong[2]:10}  {wrong[3]:19}  {wrong[4]:15}", flush=True)


if __name__ == "__main__":
    sort(*sys.argv[1:]) if len(sys.argv) > 1 else main()
