#!/usr/bin/env node
// Runs the program that the package of this platform has.
"use strict";
const { spawn } = require("child_process");

const name = `@backstory-md/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/backstory${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`backstory: the package ${name} is not installed: install again without --omit=optional, or take another way of docs/install.md`);
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The terminal tells the program itself of Ctrl-C; what is sent to this process is passed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (e) => {
  console.error(`backstory: ${e.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
