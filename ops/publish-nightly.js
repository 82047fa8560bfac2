// Keeps a published register snapshot current: fetches and publishes at once, then every night. For a container without
// cron. Its words go to `dosah registers publish`: --to FOLDER [--key FILE].
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const DOSAH = fileURLToPath(new URL("../bin/dosah.js", import.meta.url));

/** The registers publish in the evening; the fetch begins in this hour of the night, UTC. */
const HOUR = 2;

/** @type {import("node:child_process").ChildProcess | undefined} */
let running;

async function publishRegisters() {
  const fetched = await run("fetch");
  // Also after a fetch that failed: what is here may not have been published yet.
  const published = await run("publish", ...process.argv.slice(2));
  const line = { msg: "registers published", fetched, published, next: next().toISOString() };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  // The health check of compose.yaml looks at its age.
  if (published === 0) writeFileSync(join(process.env.DATA_DIR ?? "data", "published-at"), line.next);
  setTimeout(publishRegisters, next().getTime() - Date.now());
}

/**
 * Runs `dosah registers …`.
 * @param {string[]} words
 * @returns {Promise<number | null>} its exit code
 */
function run(...words) {
  return new Promise((resolve) => {
    running = spawn(process.execPath, [DOSAH, "registers", ...words], { stdio: "inherit" });
    running.once("exit", (code) => {
      running = undefined;
      resolve(code);
    });
  });
}

/** The next night, at a minute of its own: not all publishers of a country ask at the same instant. */
function next() {
  const at = new Date();
  at.setUTCHours(HOUR, process.pid % 60, 0, 0);
  if (at.getTime() <= Date.now()) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}

for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(0);
  });
}

await publishRegisters();
