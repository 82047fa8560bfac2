import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "./built-dosah.fixture.ts";
import { freePort } from "./free-port.fixture.ts";

let built: BuiltDosah;
let port = 0;

beforeAll(async () => {
  built = buildDosah();
  // A first start makes the data folder from the sample; the others find it.
  const first = spawnDosah(built, ["search", "slovnaft"], { DATA_DIR: join(built.dir, "data") });
  await first.ended;
});

afterAll(() => built.remove());

const run = (
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof spawnDosah>[3] = {},
): Child => {
  const env = { DATA_DIR: join(built.dir, "data"), REGISTERS: "mirror", ...settings };
  const child = spawnDosah(built, words, env, options);
  onTestFinished(() => void child.process.kill("SIGKILL"));
  return child;
};

async function serve(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof run>[2] = {},
): Promise<Child> {
  port = await freePort();
  const child = run(["serve"], { PORT: String(port), ...settings }, options);
  while (!child.out().includes("Dosah is listening")) {
    if (child.process.exitCode !== null) throw new Error(child.err());
    await sleep(20);
  }
  return child;
}

function writtenFile(name: string, text: string): string {
  const file = join(built.dir, name);
  writeFileSync(file, text);
  return file;
}

const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

const BODY = JSON.stringify({ country: "SK", nace: [{ code: "35.11" }], employees: 60 });

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** A client that has sent the first half of a request, which the service has begun to read. */
async function halfAsked(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const isUnderWay = Promise.withResolvers<void>();
  const answer = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (!text.startsWith(CONTINUE)) return;
      text = text.slice(CONTINUE.length);
      isUnderWay.resolve();
    });
    socket.on("error", () => resolve(text)).on("close", () => resolve(text));
  });
  socket.write(
    `POST /api/scope-evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 10)}`,
  );
  await isUnderWay.promise;
  return { socket, answer };
}

describe("dosah serve", () => {
  test("finishes the calls under way on SIGTERM, cuts off a client that never ends, and exits 0", async () => {
    const child = await serve();
    const [slow, endless] = [await halfAsked(), await halfAsked()];
    child.process.kill("SIGTERM");
    const answers = () => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false);
    await expect.poll(answers).toBe(false);
    slow.socket.write(BODY.slice(10));
    const answer = await slow.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"category":"important"');
    expect(await child.ended).toBe(0);
    expect(await endless.answer).not.toContain("200");
    expect(child.err()).toBe("");
  });

  test("goes on serving for DRAIN_SECONDS after /readyz says 503, and ends every connection with its answer", async () => {
    const child = await serve({ DRAIN_SECONDS: "4" });
    const asked = performance.now();
    child.process.kill("SIGTERM");
    while (!child.out().includes("stopping")) await sleep(10);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ready: false });
    const answer = await fetch(`http://127.0.0.1:${port}/api/opendata`);
    expect([answer.status, answer.headers.get("Connection")]).toEqual([200, "close"]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(await child.ended).toBe(0);
    expect(performance.now() - asked).toBeGreaterThan(4_000);
  });

  test("takes a signal that a supervisor sends to its whole process group for one, also when an older Node started it", async () => {
    const older = writtenFile("older.mjs", `Object.defineProperty(process.versions, "node", { value: "20.20.2" });`);
    const child = await serve({}, { node: ["--import", older], isGroup: true });
    const slow = await halfAsked();
    process.kill(-(child.process.pid ?? 0), "SIGTERM");
    while (!child.out().includes("stopping")) await sleep(10);
    await sleep(300);
    slow.socket.write(BODY.slice(10));
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 /);
    expect([await child.ended, child.err()]).toEqual([0, ""]);
    expect(child.out().match(/stopping/g)).toHaveLength(1);
  });

  test.each([
    ["by itself", false],
    ["when an older Node started it", true],
  ])("ends at once on a second signal %s", async (_how, isOlder) => {
    const older = writtenFile("older.mjs", `Object.defineProperty(process.versions, "node", { value: "20.20.2" });`);
    const child = await serve({ DRAIN_SECONDS: "8" }, isOlder ? { node: ["--import", older] } : {});
    child.process.kill("SIGTERM");
    while (!child.out().includes("stopping")) await sleep(10);
    child.process.kill("SIGTERM");
    expect(await child.ended).not.toBe(0);
  });

  test.each(["GET /readyz HTTP/1.0\r\n\r\n", "HEAD /healthz HTTP/1.1\r\n\r\n", "OPTIONS /readyz HTTP/1.0\r\n\r\n"])(
    "tells a balancer that sends no Host whether it serves (%j)",
    async (request) => {
      const child = await serve();
      const socket = connect(port, "127.0.0.1");
      socket.write(request);
      const [first] = await once(socket, "data");
      expect(String(first)).toMatch(request.startsWith("OPTIONS") ? /^HTTP\/1\.1 4/ : /^HTTP\/1\.1 200 /);
      socket.destroy();
      child.process.kill("SIGTERM");
      await child.ended;
    },
  );

  test.each<[string, Record<string, string>]>([
    ["with a Redis that is there or not", { REDIS_URL: "redis://127.0.0.1:6379" }],
    ["with a Redis that is not there", { REDIS_URL: "redis://127.0.0.1:1" }],
    [
      "with a database that is not there",
      { DATABASE_URL: "postgres://127.0.0.1:1/none", SECRETS_KEY: Buffer.alloc(32, 1).toString("base64") },
    ],
    ["that follows a snapshot", { SNAPSHOT_URL: "http://127.0.0.1:1/registers.db" }],
  ])("that cannot start ends, so that a supervisor can start it again (%s)", async (_how, settings) => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port: busy } = taken.address() as AddressInfo; // it listens on a port
    const child = run(["serve"], { PORT: String(busy), ...settings });
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(/^PORT: .*\n$/);
  });

  test("with nobody asking stops at once, also on SIGINT", async () => {
    const child = await serve();
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    child.process.kill("SIGINT");
    expect(await child.ended).toBe(0);
    expect(child.err()).toBe("");
  });

  test("started by npm stops when npm's shell is asked to", async () => {
    port = await freePort();
    // The shell that npm puts between itself and what it runs; `true` keeps it from becoming Dosah itself.
    const shell = spawn("sh", ["-c", `"${process.execPath}" "${built.bin}" serve; true`], {
      env: {
        PATH: process.env.PATH ?? "",
        npm_command: "exec",
        DATA_DIR: join(built.dir, "data"),
        REGISTERS: "mirror",
        PORT: String(port),
      },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    const ended = new Promise((resolve) => shell.stdout.on("end", resolve));
    shell.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    while (!out.includes("Dosah is listening")) await sleep(20);
    const { socket, answer } = await halfAsked();
    shell.kill("SIGTERM");
    while (!out.includes("stopping")) await sleep(20);
    socket.write(BODY.slice(10));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    await ended;
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  test("on a port that is taken stops with one line that names PORT", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port: busy } = taken.address() as AddressInfo; // it listens on a port
    const child = run(["serve"], { PORT: String(busy) });
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(/^PORT: .*\n$/);
    expect(child.out()).toBe("");
  });

  test.each([
    ["REDIS_URL", { REDIS_URL: "redis://127.0.0.1:6379" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://postgres@127.0.0.1:1/nobody", SECRETS_KEY }],
    ["both", { REDIS_URL: "redis://127.0.0.1:1", DATABASE_URL: "postgres://postgres@127.0.0.1:1/nobody", SECRETS_KEY }],
  ])("on a port that is taken ends with %s set too, whether or not the server is there", async (_which, settings) => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port: busy } = taken.address() as AddressInfo; // it listens on a port
    const child = run(["serve"], { PORT: String(busy), LOG_LEVEL: "silent", ...settings });
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(/^PORT: .*\n$/);
  });

  test("on a port for metrics that is taken stops with one line that names METRICS_PORT", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port: busy } = taken.address() as AddressInfo; // it listens on a port
    const child = run(["serve"], { PORT: String(await freePort()), METRICS_PORT: String(busy) });
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(/^METRICS_PORT: .*\n$/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "a file of feeds that is not there",
      { FEED_SOURCES: "/no/feeds.yaml" },
      /^\/no\/feeds\.yaml: cannot be read \(ENOENT\)\n$/,
    ],
    ["a data folder where the system makes none", { DATA_DIR: "/proc/dosah" }, /^DATA_DIR: no folder .*\n$/],
    ["a data folder below a file", { DATA_DIR: join(import.meta.filename, "data") }, /^DATA_DIR: .*\n$/],
    ["a malformed setting", { PORT: "many" }, /^PORT: .*Example: PORT=3000\n$/],
    ["a setting nobody knows", { DOSAH_PORT: "1" }, /^DOSAH_PORT: unknown setting.*PORT.*\n$/],
    ["a mistyped setting", { LOG_LEVLE: "warn" }, /^LOG_LEVLE: unknown setting\. Did you mean LOG_LEVEL\?\n$/],
    ["several wrong settings", { PORT: "x", HOST: "a b" }, /^PORT: .*also wrong: HOST\)\n$/],
  ])("with %s stops with one clear line", async (_case, settings, line) => {
    const child = run(["serve"], settings);
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(line);
    expect(child.out()).toBe("");
  });

  test("with a mistake in LIMITS_FILE stops with the file and the line", async () => {
    const file = join(built.dir, "limits.yaml");
    writeFileSync(file, "# ours\nnis2_scope_checks: { perMinute: 5 }\n");
    const child = run(["serve"], { LIMITS_FILE: file, PORT: String(await freePort()) });
    expect(await child.ended).toBe(1);
    expect(child.err()).toMatch(/^.*limits\.yaml:2 nis2_scope_checks: no such limit.*\n$/);
  });
});

describe("dosah", () => {
  test("answers on stdout and gives 0", async () => {
    const child = run(["search", "slovnaft", "--locale", "en"]);
    expect([await child.ended, child.err()]).toEqual([0, ""]);
    expect(child.out()).toMatch(/^31322832 SK {2}SLOVNAFT/);
  });

  test.each([
    [["--version"], /^\d+\.\d+\.\d+\n$/],
    [["serve", "--help"], /^dosah <command>\n/],
  ])("%j is answered on stdout", async (words, answer) => {
    const child = run(words);
    expect([await child.ended, child.err()]).toEqual([0, ""]);
    expect(child.out()).toMatch(answer);
  });

  test("tells a problem on stderr and gives 1", async () => {
    const child = run(["scope", "45274640", "--locale", "en"]);
    expect([await child.ended, child.out()]).toEqual([1, ""]);
    expect(child.err()).toContain("check digit");
  });

  test("without words shows the help; words that it does not know are named, on stderr and with 2", async () => {
    const help = run([]);
    expect([await help.ended, help.err()]).toEqual([0, ""]);
    expect(help.out()).toMatch(/^dosah <command>\n/);
    const wrong = run(["registers", "imprt"]);
    expect([await wrong.ended, wrong.out()]).toEqual([2, ""]);
    expect(wrong.err()).toBe(
      "There is no command registers imprt.\nDid you mean: registers import? dosah --help names all commands.\n",
    );
  });

  test("prints the completion for a shell even where a setting is wrong", async () => {
    const child = run(["completion", "bash"], { PORT: "none" });
    expect([await child.ended, child.err()]).toEqual([0, ""]);
    expect(child.out()).toContain("complete -o default -F _dosah dosah");
  });

  test("that was not built says how to build it", async () => {
    const bare = buildDosah({ compile: false });
    onTestFinished(bare.remove);
    const child = spawnDosah(bare, ["serve"], {});
    expect([await child.ended, child.out()]).toEqual([1, ""]);
    expect(child.err()).toBe("Dosah is not built yet. Run: npm install && npm run build\n");
  });
});
