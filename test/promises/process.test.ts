import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type BuiltDosah, buildDosah, type Child, spawnDosah } from "./built-dosah.fixture.ts";

let built: BuiltDosah;
let port = 0;

beforeAll(async () => {
  built = buildDosah();
  // A first start makes the data folder from the sample; the others find it.
  const first = spawnDosah(built, ["search", "slovnaft"], { DATA_DIR: join(built.dir, "data") });
  await first.ended;
});

afterAll(() => built.remove());

const run = (words: readonly string[], settings: Readonly<Record<string, string>> = {}): Child => {
  const child = spawnDosah(built, words, { DATA_DIR: join(built.dir, "data"), REGISTERS: "mirror", ...settings });
  onTestFinished(() => void child.process.kill("SIGKILL"));
  return child;
};

/** A port that nobody listens on just now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as AddressInfo; // it listens on a port
      server.close(() => resolve(free));
    });
  });
}

async function serve(): Promise<Child> {
  port = await freePort();
  const child = run(["serve"], { PORT: String(port) });
  while (!child.out().includes("Dosah is listening")) {
    if (child.process.exitCode !== null) throw new Error(child.err());
    await sleep(20);
  }
  return child;
}

const BODY = JSON.stringify({ country: "SK", nace: [{ code: "35.11" }], employees: 60 });

/** A client that has sent the first half of a request. */
async function halfAsked(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const answer = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => resolve(text)).on("close", () => resolve(text));
  });
  socket.write(
    `POST /api/scope-evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 10)}`,
  );
  await sleep(100);
  return { socket, answer };
}

describe("dosah serve", () => {
  test("finishes the calls under way on SIGTERM, cuts off a client that never ends, and exits 0 within 10 seconds", async () => {
    const child = await serve();
    const [slow, endless] = [await halfAsked(), await halfAsked()];
    const asked = performance.now();
    child.process.kill("SIGTERM");
    while (!child.out().includes("stopping")) await sleep(10);
    await sleep(100);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    slow.socket.write(BODY.slice(10));
    const answer = await slow.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"category":"important"');
    expect(await child.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(await endless.answer).not.toContain("200");
    expect(child.err()).toBe("");
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

  test("without words shows the help; with words that it does not know too, on stderr and with 2", async () => {
    const help = run([]);
    expect([await help.ended, help.err()]).toEqual([0, ""]);
    const wrong = run(["serve", "--port", "80"]);
    expect([await wrong.ended, wrong.out()]).toEqual([2, ""]);
    expect(wrong.err()).toBe(help.out());
  });

  test("that was not built says how to build it", async () => {
    const bare = buildDosah({ compile: false });
    onTestFinished(bare.remove);
    const child = spawnDosah(bare, ["serve"], {});
    expect([await child.ended, child.out()]).toEqual([1, ""]);
    expect(child.err()).toBe("Dosah is not built yet. Run: npm install && npm run build\n");
  });
});
