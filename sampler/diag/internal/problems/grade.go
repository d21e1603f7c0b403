package problems

// A Grade is how bad a row is, the worst first.
type Grade int

const (
	Invalid Grade = iota // no draws, or one that is not finite
	Differ               // R-hat above its limit
	Slow                 // ESS below its limit
	Missing              // too short, or never changes: no limit can be checked
	Fine
)
