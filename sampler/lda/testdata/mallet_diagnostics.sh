# How mallet_state.gz and mallet_diagnostics.xml were made, on 2026-11-21: MALLET 2.0.8 from Maven Central, Java 17.
# paragraphs.txt: the first 60 paragraphs of datasets.Reagan() with words left (English stop words out), a line each: "p0 x word word …". The seed is
# the first for which no topic has two words equally frequent among its five most frequent, for MALLET orders such words otherwise.
set -e
java -cp "$MALLET_JARS" cc.mallet.classify.tui.Csv2Vectors --input paragraphs.txt --output paragraphs.mallet --keep-sequence \
	--token-regex '\S+' --line-regex '^(\S+) (\S+) (.*)$' --name 1 --label 2 --data 3
java -cp "$MALLET_JARS" cc.mallet.topics.tui.TopicTrainer --input paragraphs.mallet --num-topics 3 --alpha 0.6 --beta 0.1 \
	--num-iterations 100 --optimize-interval 10 --random-seed 20 --num-top-words 4 \
	--output-state mallet_state.gz --diagnostics-file mallet_diagnostics.xml
