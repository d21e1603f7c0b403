package datasets

// Galaxies returns the velocities of 82 galaxies in the region of the Corona Borealis, in 1000
// km/s, in increasing order. A galaxy's velocity away from us grows with its distance, so groups of
// velocities are clusters of galaxies. Each call returns a new slice.
//
// Two variants of the table are in use. They differ in the 78th value. This one, 26.690, appears in
// Roeder (1990), in R's MASS::galaxies and in most of the literature on mixtures. It is a slip of
// the pen: the survey itself has 26.960 (and one more galaxy, at 5.607). For the survey's value:
//
//	x := datasets.Galaxies()
//	x[77] = 26.960
//
// Sources: M. Postman, J. P. Huchra and M. J. Geller (1986), Astronomical Journal 92, 1238–1247; K.
// Roeder (1990), Journal of the American Statistical Association 85, 617–624. See SOURCES.md.
func Galaxies() []float64 {
	return []float64{
		9.172, 9.350, 9.483, 9.558, 9.775, 10.227, 10.406, 16.084, 16.170, 18.419,
		18.552, 18.600, 18.927, 19.052, 19.070, 19.330, 19.343, 19.349, 19.440, 19.473,
		19.529, 19.541, 19.547, 19.663, 19.846, 19.856, 19.863, 19.914, 19.918, 19.973,
		19.989, 20.166, 20.175, 20.179, 20.196, 20.215, 20.221, 20.415, 20.629, 20.795,
		20.821, 20.846, 20.875, 20.986, 21.137, 21.492, 21.701, 21.814, 21.921, 21.960,
		22.185, 22.209, 22.242, 22.249, 22.314, 22.374, 22.495, 22.746, 22.747, 22.888,
		22.914, 23.206, 23.241, 23.263, 23.484, 23.538, 23.542, 23.666, 23.706, 23.711,
		24.129, 24.285, 24.289, 24.366, 24.717, 24.990, 25.633, 26.690, 26.995, 32.065,
		32.789, 34.279,
	}
}
