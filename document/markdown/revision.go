package markdown

// Revision stands for all code that decides what a chapter says after its
// converter is done: the gate, the writer, the token estimate, the rules for secrets. It is part of
// every chapter's key. A test keeps it in step with the code; run it with
// -update.
const Revision = "a81a7d30bfce"
