package datasets

// Rats returns the weights, in grams, of 30 young rats on five days: weights[i][j] is that of rat i
// at the age of days[j] = 8, 15, 22, 29 and 36 days. Each call returns new slices.
//
// It is the control group of an experiment, and the first example of the BUGS manuals.
//
// Source: A. E. Gelfand, S. E. Hills, A. Racine-Poon and A. F. M. Smith (1990), Journal of the
// American Statistical Association 85, 972–985, table 3. See SOURCES.md.
func Rats() (days []float64, weights [][]float64) {
	return []float64{8, 15, 22, 29, 36}, [][]float64{
		{151, 199, 246, 283, 320}, {145, 199, 249, 293, 354}, {147, 214, 263, 312, 328},
		{155, 200, 237, 272, 297}, {135, 188, 230, 280, 323}, {159, 210, 252, 298, 331},
		{141, 189, 231, 275, 305}, {159, 201, 248, 297, 338}, {177, 236, 285, 350, 376},
		{134, 182, 220, 260, 296}, {160, 208, 261, 313, 352}, {143, 188, 220, 273, 314},
		{154, 200, 244, 289, 325}, {171, 221, 270, 326, 358}, {163, 216, 242, 281, 312},
		{160, 207, 248, 288, 324}, {142, 187, 234, 280, 316}, {156, 203, 243, 283, 317},
		{157, 212, 259, 307, 336}, {152, 203, 246, 286, 321}, {154, 205, 253, 298, 334},
		{139, 190, 225, 267, 302}, {146, 191, 229, 272, 302}, {157, 211, 250, 285, 323},
		{132, 185, 237, 286, 331}, {160, 207, 257, 303, 345}, {169, 216, 261, 295, 333},
		{157, 205, 248, 289, 316}, {137, 180, 219, 258, 291}, {153, 200, 244, 286, 324},
	}
}
