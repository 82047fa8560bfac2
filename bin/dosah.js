#!/usr/bin/env node
// Starts Dosah on Node.js 24, whatever Node ran this file: the npm package `node` brings the right one.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const main = new URL("../dist/main.js", import.meta.url);

if (!existsSync(main)) {
  console.error("Dosah is not built yet. Run: npm install && npm run build");
  process.exit(1);
}

// npm passes a signal on to its shell, and the shell dies of it without a word to us: take its death for the signal.
if (process.env.npm_command !== undefined) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    // Once: a second one would cut the calls under way.
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250).unref();
}

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  const { run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  const own = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(own)) {
    console.error(`Dosah needs Node.js ${NEEDED} or later. Run npm install: it brings one.`);
    process.exit(1);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}
