package mutants

var tools = []mutant{
	{name: "separators inside quotes", file: "datasets/csvrows.go",
		old: "if i%2 == 0 {", new: "if i%2 < 2 {", run: "TestParseCSV|TestReadCSVTexts|TestReadFrame"},
	{name: "dates of another layout", file: "datasets/groups.go",
		old: "layouts = []string{layout}", new: "layouts = append([]string{layout}, layouts...)", run: "TestDates"},
	{name: "MaxDocs leaves out its own number", file: "datasets/encode.go",
		old: "docs[v] <= w.MaxDocs", new: "docs[v] < w.MaxDocs", run: "TestChooseWords|TestFromTexts"},

	{name: "a farm's key without internal packages", file: "internal/same/library.go",
		old: "switch filepath.Ext(path) {\n\t\tcase \".go\":\n\t\t\treturn !strings",
		new: "switch filepath.Ext(path) {\n\t\tcase \".go\":\n\t\t\treturn !strings.Contains(path, \"/internal/\") && !strings",
		run: "TestLibrary"},
	{name: "Memo's key without Go's version", file: "internal/same/key.go",
		old: "Go: runtime.Version(), Arch", new: "Arch", run: "TestIngredients"},

	{name: "marks of a trace half a draw to the left", file: "nb/trace.go",
		old: "float64(from+1+to)/2", new: "float64(from+to)/2", run: "TestTraceData"},
	{name: "Exercise with twice the tolerance", file: "nb/check.go",
		old: "math.Float64frombits(want), tol)", new: "math.Float64frombits(want), 2*tol)", run: "TestExercise|TestSeal"},
	{name: "Near without its ends", file: "nb/check.go",
		old: "math.Abs(got-want) <= tol", new: "math.Abs(got-want) < tol", run: "TestNear"},
	{name: "Memo returns what it did not store", file: "nb/memo.go",
		old: "return back.Value", new: "_ = back\n\treturn r.Value", run: "TestMemo|TestMemoReturnsWhatItStores"},
	{name: "bins that share an edge", file: "nb/internal/shape/distribution.go",
		old: "v >= edges[i+1] {", new: "v > edges[i+1] {", run: "TestHistogramWithEdges|TestHistogramData", pkg: "nb"},
	{name: "Convergence shows the bulk alone", file: "nb/convergence.go",
		old: "append(d.ESS, r.MinESS())", new: "append(d.ESS, r.ESSBulk)", run: "TestConvergenceData"},
}
