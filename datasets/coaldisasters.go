package datasets

// CoalDisasters returns the number of explosions in British coal mines that killed ten miners or
// more, for each of the 112 years from 1851 to 1962: element i is the year 1851+i. There were 191.
// Each call returns a new slice.
//
// The numbers come from Carlin, Gelfand and Smith (1992), whom most of the literature on
// changepoints follows. Counts made from the dates of the disasters (R's boot::coal) have one
// disaster fewer in 1941 and one more in 1942, because one of them falls on 1 January 1942. For
// these counts:
//
//	y := datasets.CoalDisasters()
//	y[90], y[91] = 3, 3
//
// Beware of lists of 111 numbers that begin 4, 5, 4, 0, 1: they are corrupted copies.
//
// Sources: R. G. Jarrett (1979), Biometrika 66, 191–193; B. P. Carlin, A. E. Gelfand and A. F. M.
// Smith (1992), Applied Statistics 41, 389–405. See SOURCES.md.
func CoalDisasters() []float64 {
	return []float64{
		4, 5, 4, 1, 0, 4, 3, 4, 0, 6, 3, 3, 4, 0, 2, 6, 3, 3, 5, 4, // 1851
		5, 3, 1, 4, 4, 1, 5, 5, 3, 4, 2, 5, 2, 2, 3, 4, 2, 1, 3, 2, // 1871
		2, 1, 1, 1, 1, 3, 0, 0, 1, 0, 1, 1, 0, 0, 3, 1, 0, 3, 2, 2, // 1891
		0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 1, 1, 0, 2, // 1911
		3, 3, 1, 1, 2, 1, 1, 1, 1, 2, 4, 2, 0, 0, 0, 1, 4, 0, 0, 0, // 1931
		1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, // 1951
	}
}
