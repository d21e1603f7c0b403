#!/usr/bin/env python3
"""Learn topics with Spark MLlib, for `lda heldout` beside it.

    spark.py FILE K ITERATIONS PHI      online variational Bayes on a corpus of `lda corpus`, without its last 300 documents

It prints the iterations and the processor seconds of Spark, the start of the JVM left out, and writes the topics to the file
PHI, one a line. It needs pyspark and a JVM, which `make bench` does not install: pip install pyspark==4.0.1 numpy.
"""

import os
import sys
from collections import Counter

from pyspark.ml.clustering import LDA
from pyspark.ml.linalg import Vectors
from pyspark.sql import SparkSession

HELD_OUT = 300


def seconds(pid):
    """Processor seconds of a process so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    """Read, learn, write."""
    file, topics, iterations, phi = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    with open(file, encoding="ascii") as f:
        docs = [sorted(Counter(map(int, line.split())).items()) for line in f]
    v = 1 + max(w for d in docs for w, _ in d)
    docs = docs[:-HELD_OUT]
    spark = SparkSession.builder.master("local[2]").config("spark.driver.memory", "3g").config(
        "spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    rows = [(i, Vectors.sparse(v, d)) for i, d in enumerate(docs)]
    frame = spark.createDataFrame(rows, ["id", "features"]).repartition(4).cache()
    frame.count()
    jvm = spark.sparkContext._jvm.java.lang.ProcessHandle.current().pid()
    before = seconds(jvm)
    lda = LDA(k=topics, maxIter=iterations, optimizer="online", subsamplingRate=1.0, seed=1, optimizeDocConcentration=False,
              docConcentration=[5 / topics] * topics, topicConcentration=0.01)
    model = lda.fit(frame)
    print(iterations, round(seconds(jvm) - before, 1))
    matrix = model.topicsMatrix().toArray().T
    with open(phi, "w", encoding="ascii") as out:
        for row in matrix:
            out.write(" ".join(f"{x:.9g}" for x in row / row.sum()) + "\n")
    spark.stop()


if __name__ == "__main__":
    main()
