#!/usr/bin/env -S node --
// Starts Dosah on Node.js 24, whatever Node ran this file: the npm package `node` brings the right one.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const main = new URL("../dist/dosah.js", import.meta.url);

if (!existsSync(main)) {
  console.error("Dosah is not built yet. Run: npm install && npm run build");
  process.exit(1);
}

// A supervisor may send a signal to every process of a group, so the same one arrives here directly and through whoever
// started us. What is passed on therefore asks for a stop, which may be asked for twice; a signal that comes twice ends
// the process at once. Before the service listens for it, a stop is a signal like any other.
/** @param {NodeJS.Signals} signal */
const askForStop = (signal) => {
  const isMet = /** @type {import("node:events").EventEmitter} */ (process).emit("dosah:stop", signal);
  if (!isMet) process.kill(process.pid, signal);
};
process.on("message", (message) => {
  if (message === "SIGTERM" || message === "SIGINT" || message === "SIGHUP") askForStop(message);
});
process.channel?.unref();

// npm passes a signal on to its shell, and the shell dies of it without a word to us: take its death for the signal.
if (process.env.npm_command !== undefined) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    askForStop("SIGTERM");
  }, 250).unref();
}

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  const { run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  // That of a clone, else that of the unit (ops/dosah.service).
  const places = [fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url)), "/opt/node/bin/node"];
  const own = places.find((place) => existsSync(place));
  if (own === undefined) {
    console.error(
      `Dosah needs Node.js ${NEEDED} or later; this is ${process.versions.node}. In a clone of the repository npm install brings one; for a package unpack one into /opt/node.`,
    );
    process.exit(1);
  }
  // The young generation of the unit.
  const words = ["--max-semi-space-size=4", "--", fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(own, words, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  let isStopping = false;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (child.connected) child.send(signal, () => {});
  };
  process.on("dosah:stop", passOn);
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => {
      if (isStopping) child.kill("SIGKILL");
      isStopping = true;
      passOn(signal);
    });
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}
