// Package nb is all that a notebook cell touches: [Show] displays anything, plots draw one question each, [Run] samples
// with progress and a stop button that keeps the draws, [Memo] remembers slow results, and [Check], [Near] and
// [Exercise] say in green or red whether what the text claims is so.
//
// Plots, in the order of what people look at (09_gallery.ipynb shows them all):
//
//   - a posterior: [Density], [PosteriorBars], [PosteriorDots], [RaoBlackwell], with [AddPrior], [AddExact], [AddMark], [AddRegion]
//   - chains: [TracePlot], [TraceDensity], [Densities], [Rank], [Autocorr], [RunningMean]; of several scalars or of each chain: [Each], [EachChain]
//   - many scalars: [Forest], [Ridge], [Pairs], [Parallel], [Convergence]; of several models: [Compare]; as a table: [Summary]
//   - precision: [ESSEvolution], [ESSQuantile], [ESSLocal], [MCSEQuantile]
//   - does the model fit: [Predictive], [PredictiveDensities], [PredictiveECDF], [PredictiveIntervals], [PredictiveStatistic], [PredictivePIT]
//   - is the sampler right: reports of sampler/verify in [Show], [RankECDF]
//   - data and groups: [Histogram], [Scatter], [Groups], [Bars], [Box], [HeatMap], [Images], [Calibration], [Confusion]
//   - functions and ways: [Curve], [Contour], [AddPath], [AddPoints], [AddCurve], [AddBand]
//   - models and topics: [PlateDiagram], [WordBars], [DocTopics], [TopicMap]
//
// It is for notebooks run by GoNB, and does the same in a program or a test: there, Show prints its text
// form, which is why the examples of this package are tests.
//
//   - Plots are gonum's *plot.Plot: give them a title and units ([Titled]), change a range (p.Y.Min), or Add any
//     plotter before you Show. [LogAxis] and [EqualScales] change axes, a [Grid] has a size, [Save] writes a file, and an
//     [Interval] other than that of 95 % draws itself. There is no grammar, and there are no options.
//   - Whatever is drawn can be had as numbers: the plot's twin returns them ([DensityData] for Density).
//   - Helpers panic with a sentence (sampler: no parameter "mu2"; have mu, sigma2): in a notebook that is a
//     red cell at the right line. The packages below, gibbslab/sampler and the rest, return errors.
//
// Stored outputs hold no script, no remote reference and no time, so that two runs of a seeded notebook
// give the same file.
package nb
