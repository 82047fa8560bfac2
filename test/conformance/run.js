/**
 * Runs the protocol's conformance suite against the built service, for the sessionless revision and for the newest
 * one with a handshake. Needs `npm run build`; `--url URL` tests a server that already runs with MCP_TEST_TOOLS=1.
 * Exit code 0: only what the lists beside this file name has failed.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REVISIONS = ["2026-07-28", "2025-11-25"];
const START_TIMEOUT_MS = 60_000;

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

const workDir = await mkdtemp(join(tmpdir(), "dosah-conformance-"));
/** @type {import("node:child_process").ChildProcess | undefined} */
let service;
try {
  const given = process.argv.indexOf("--url");
  const url = given === -1 ? await startService() : process.argv[given + 1];
  if (url === undefined) throw new Error("--url needs an address");
  /** @type {string[]} */
  const failed = [];
  for (const revision of REVISIONS) {
    console.log(`\nConformance ${revision} against ${url}`);
    if ((await runSuite(url, revision)) !== 0) failed.push(revision);
  }
  console.log(
    failed.length === 0 ? "\nConformance: both revisions pass." : `\nConformance failed: ${failed.join(", ")}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await stopService();
  await rm(workDir, { recursive: true, force: true });
}

/**
 * Starts the service on a free port with its data in a temporary folder.
 * @returns {Promise<string>} the address of the MCP endpoint
 */
async function startService() {
  const port = await freePort();
  const limitsFile = join(workDir, "limits.yaml");
  // The suite asks faster than any honest client.
  await writeFile(limitsFile, 'mcp_endpoint: { perMinute: 1000000, counts: [POST /api/mcp], note: "Tests only." }\n');
  const started = spawn(process.execPath, [join(root, "bin/dosah.js"), "serve"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(workDir, "data"),
      REGISTERS: "mirror",
      LIMITS_FILE: limitsFile,
      LOG_LEVEL: "error",
      MCP_TEST_TOOLS: "1",
    },
  });
  service = started;
  const url = `http://127.0.0.1:${port}/api/mcp`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (started.exitCode !== null) throw new Error(`The service ended with exit code ${started.exitCode}.`);
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 405) return url;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The service did not start in time.");
}

/** @returns {Promise<void>} */
async function stopService() {
  const running = service;
  if (running === undefined || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGTERM");
  const timer = setTimeout(() => running.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(timer);
}

/**
 * @param {string} url
 * @param {string} revision
 * @returns {Promise<number>} the exit code of the suite
 */
function runSuite(url, revision) {
  const list = join(here, `conformance.${revision}.yml`);
  const args = [suite, "server", "--url", url, "--requirements", revision, "--expected-failures", list];
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, [...args, "-o", join(workDir, revision)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    run.once("error", reject);
    run.once("exit", (code) => {
      const summary = output.indexOf("=== SUMMARY ===");
      // The long story is of use only where something failed.
      console.log(code === 0 && summary !== -1 ? output.slice(summary) : output);
      resolve(code ?? 1);
    });
  });
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
