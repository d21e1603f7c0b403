package mutants

var updates = []mutant{
	{name: "the ends of Slice beyond the bounds", file: "sampler/update/slice.go",
		old: "return min(max(end, lo), hi)", new: "return end", run: "TestSlice"},
	{name: "an HMM without the scale of its densities", file: "sampler/update/hmm.go",
		old: "sum += top + math.Log(numeric", new: "sum += math.Log(numeric", run: "TestHMMPaths"},
	{name: "the gain of Kalman", file: "sampler/update/kalman.go",
		old: "gain, left := f.k[i]/variance, 0.0", new: "gain, left := f.k[i]/(variance+noise), 0.0", run: "TestKalmanMarginal"},
	{name: "the root of the Metropolis ratio", file: "sampler/update/metropolis.go",
		old: "min(0, then-now))\n\tcount", new: "min(0, (then-now)/2))\n\tcount", run: "TestMetropolis"},
	{name: "a U-turn that only both ends see", file: "sampler/update/nuts.go",
		old: "a <= 0 || b <= 0", new: "a <= 0 && b <= 0", run: "TestNUTSLearns"},
	{name: "the sine of half the angle", file: "sampler/update/slice.go",
		old: "math.Cos(theta), math.Sin(theta)", new: "math.Cos(theta), math.Sin(theta/2)", run: "TestElliptical"},
}
