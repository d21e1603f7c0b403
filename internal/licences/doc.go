// Package licences keeps the list of modules that programs and pages of gibbslab contain, with
// their licences, in licences.txt. Its test fails if a module is added, or changes its version or
// its licence. `go test ./internal/licences -update` writes the list again; look at what changed.
package licences
