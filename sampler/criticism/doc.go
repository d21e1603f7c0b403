// Package criticism asks whether a model is any good, once its draws can be trusted: how well does
// it predict data it has not seen (LOO, KFold, Future), which observations decide the answer (the
// k̂ of LOO), which of several models predicts better (Compare, Stack), how probable are the data
// (Chib, Bridge, SavageDickey), and how much do prior and likelihood each matter (PowerScale).
//
// Most functions need the log likelihood of each observation given each draw. It is recorded while
// sampling or computed from a trace afterwards: see [LogLik].
package criticism
