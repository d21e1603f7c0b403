// Package shipped tests that each model of the library resumes from its checkpoint, bit for bit. It
// is not part of sampler's tests, because then the compiler would build all models a second time.
package shipped
