// Package datasets attacks the readers and writers: bombs, huge numbers, files that lie about
// themselves.
package datasets

import "slices"

// Attacks on readers, writers and downloads.
var Attacks = slices.Concat(bombs, files)
