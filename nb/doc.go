// Package nb is everything that a notebook cell calls. [Show] displays anything, each plot answers
// one question, [Run] samples with a progress display and a stop button that keeps the draws,
// [Memo] remembers slow results, and [Check], [Near] and [Exercise] say in green or red whether a
// claim is true.
//
// Thirty names are enough for most days:
//
//   - a model: sampler.Model, sampler.Update, sampler.Scalar, sampler.Vector, sampler.Settings,
//     sampler.Trace, and update.Slice where a conditional has no name
//   - is it right? verify.Joint, verify.Blocks
//   - a run: [Run], [Memo], [Must], [Show], [Summary], [Report], [Save]
//   - draws: [TracePlot], [Density], [Forest], [Pairs], [RankPlot], diag.Mean, diag.Quantile
//   - data and functions: datasets.ReadFrame, [Histogram], [Scatter], [Curve], [PlateDiagram]
//   - claims: [Check], [Near]
//
// A model may also be a few lines of text, as textbooks state it: bugs.Compile makes its sampler.
//
// These are the plots, starting with what people look at first (90_gallery.ipynb shows most):
//
//   - a posterior: [Density], [DensityBetween], [RaoBlackwell], for counts [Histogram]; laid over
//     them, [AddPrior], [AddExact], [AddMark], [AddRegion]
//   - chains: [TracePlot], [TraceDensity], [Densities], [RankPlot], [Autocorr]; for several scalars
//     or for each chain, [Each], [EachChain]
//   - many scalars: [Forest], [Ridge], [Pairs], [Convergence]; for several models, [Compare]; as a
//     table, [Summary]
//   - precision: [ESSEvolution], [Precision]
//   - model fit: [Predictive], [PredictiveOverlay], [PredictiveIntervals], [PredictiveStatistic],
//     [AddSurvival]; for each group or along a covariate, [ByGroup], [Along]
//   - comparison and sensitivity of models: [KHat], [PIT], [ModelDifferences], [PowerScale],
//     [Rootogram]; five questions about a model in one call, as a page: [Report]
//   - correctness of a sampler: [RankECDF], and the reports of sampler/verify in [Show]
//   - data and groups: [Histogram], [Scatter], [Groups], [Bars], [HeatMap], [Images],
//     [Calibration], [Confusion]
//   - functions and paths: [Curve], [Contour], [AddPath], [AddPoints], [AddCurve],
//     [AddBand], [AddErrorBars]
//   - pictures that move and answer: [Animate]; [Explore], [Explore2]
//   - models and topics: [PlateDiagram], [WordBars], [DocTopics], [TopicMap]
//
// The package is for notebooks that GoNB runs. It also works in a program or a test. There, Show
// prints the text form of its arguments, and so the examples of this package are tests.
//
//   - A plot is gonum's *plot.Plot. Give it a title and units with [WithTitle], change a range
//     (p.Y.Min), or Add any plotter before you show it. [LogAxis] and [EqualScales] change axes, a
//     [Grid] has a size, and [Save] writes a file. An [Interval] draws itself in place of the 95 %
//     interval, and a [Theme] is the look of all. Plots take no other options.
//   - Plots take their numbers from package diag. Where diag does not have them, the plot X has a
//     twin XData, which returns what X draws: as XNumbers if it has several parts.
//   - Helpers panic with a sentence (sampler: no parameter "mu2"; have mu, sigma2; did you mean
//     mu?). In a notebook this is a red cell that names the right line. The packages below,
//     gibbslab/sampler and the rest, return errors.
//
// Stored outputs hold no script, no remote reference and no time. Two runs of a seeded notebook
// therefore give the same file.
package nb
