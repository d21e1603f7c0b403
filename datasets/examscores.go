// Package datasets holds the data sets of the tutorial, typed and offline, and prepares your own
// data for the models.
//
//   - Numbers: [ExamScores], [CoalDisasters], [Galaxies], [Faithful], [Rats], [Globs]; from
//     files [ReadCSV].
//   - Tables of numbers, texts and groups: [ReadFrame].
//   - Word counts: [SMSSpam], [Reagan], [StateOfTheUnion], [Bars], [SimulateLDA]; from texts
//     [FromTexts], [Encode], [ChooseWords].
//   - Texts: [ReaganTexts]; from files [ReadLines], [ReadDir], [ReadCSVTexts]. Word counts from
//     other programs: [ReadLDAC], [ReadUCI].
//
// Every data set is a function that returns a fresh value, which a notebook cell may change.
// Nothing is decoded before the call. SOURCES.md names the source, the licence and the checksum of
// each one. [gibbslab/datasets/fetch] downloads the originals.
package datasets

// ExamScores returns the 29 scores of a calculus exam, in points out of 100, in the order of the
// original file. Each call returns a new slice.
//
// The mean is 87.27586, the sum of squared deviations from it 2169.7931, and the sample standard
// deviation 8.80299.
//
// Source: Foundations of Applied Mathematics labs, "Gibbs Sampling and LDA", file
// Gibbs_LDA/examscores.npy, licence CC BY 3.0 US; see SOURCES.md.
func ExamScores() []float64 {
	return []float64{
		98, 92, 89, 77, 87, 84, 75, 73, 95, 86,
		67, 86, 86, 100, 100, 92, 100, 97, 95, 77,
		87, 87, 95, 84, 84, 74, 86, 84, 94,
	}
}
