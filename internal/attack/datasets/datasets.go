// Package datasets attacks the readers and writers: bombs, huge numbers, files that are not what they say.
package datasets

import "slices"

// Attacks on readers, writers and downloads.
var Attacks = slices.Concat(bombs, files)
