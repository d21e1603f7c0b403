package sampler

// version is the version of this library, major.minor.patch. With "-dev" it is the version that
// comes next. `make help` shows it, and each checkpoint holds the version that wrote it.
const version = "0.2.0-dev"
