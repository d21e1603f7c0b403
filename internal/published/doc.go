// Package published compares models with published posterior means: lists of updates, and
// regressions. Data, sources and versions are in testdata. One model is compared with quadrature.
package published
