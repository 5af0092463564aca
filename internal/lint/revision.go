package lint

// revision is a digest of the code that decides what is found in a chapter. A test keeps it
// in step with the code; run it with -update.
const revision = "8c31a435d96d"
