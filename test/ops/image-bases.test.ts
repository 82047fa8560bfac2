import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

const COMMAND = join(import.meta.dirname, "../../ops/image.js");
const MANIFEST = '{"schemaVersion":2}';
const DIGEST = `sha256:${createHash("sha256").update(MANIFEST).digest("hex")}`;

/** A registry that gives a token to everybody and one manifest to whoever has it. */
async function startRegistry({ stated = DIGEST, status = 200 } = {}) {
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    if (url.startsWith("/token?")) return void response.end('{"token":"for-everybody"}');
    if (headers.authorization !== "Bearer for-everybody") {
      const realm = `http://${headers.host}/token`;
      response.setHeader("WWW-Authenticate", `Bearer realm="${realm}",service="registry",scope="repository:node:pull"`);
      return void response.writeHead(401).end();
    }
    response.writeHead(status, { "Docker-Content-Digest": stated }).end(MANIFEST);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

/** A checkout with a Dockerfile alone, and a builder that notes what it is asked for. */
function checkout(registry: string) {
  const folder = mkdtempSync(join(tmpdir(), "dosah-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const bases = ["BUILD", "RUN"].map((each) => `ARG BASE_${each}=${registry}/library/${each.toLowerCase()}:24\n`);
  writeFileSync(file("Dockerfile"), bases.join(""));
  writeFileSync(file("builder"), `#!/bin/sh\nprintf '%s\\n' "$@" > '${file("asked")}'\n`);
  chmodSync(file("builder"), 0o755);
  const run = async (...words: readonly string[]) => {
    const places = ["--dockerfile", file("Dockerfile"), "--to", file("bases.env"), "--builder", file("builder")];
    const child = spawn(process.execPath, [COMMAND, ...places, ...words], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    const [code] = await once(child, "close");
    return { code, said };
  };
  const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : undefined);
  return { run, read, place: file, write: (name: string, text: string) => writeFileSync(file(name), text) };
}

describe("the image is built from bases named by digest:", () => {
  test("tags are looked up once, written down and handed to the builder", async () => {
    const registry = await startRegistry();
    const { run, read } = checkout(registry);
    expect(await run()).toEqual({ code: 0, said: "" });
    const pinned = ["BUILD", "RUN"].map(
      (each) => `BASE_${each}=${registry}/library/${each.toLowerCase()}@${DIGEST}` as const,
    );
    expect(read("bases.env")?.split("\n")).toEqual(expect.arrayContaining(pinned));
    const asked = read("asked")?.split("\n") ?? [];
    expect(asked.filter((_word, index) => asked[index - 1] === "--build-arg")).toEqual(pinned);
    expect(asked).toContain(`org.opencontainers.image.base.digest=${DIGEST}`);
  });

  test("the foreign images of compose.yaml are looked up and written down, and nothing is built", async () => {
    const registry = await startRegistry();
    const { run, read, write, place } = checkout(registry);
    write(
      "compose.yaml",
      `services:\n  db:\n    image: ${registry}/library/db:17@\${DB_DIGEST:?npm run image -- --pin}\n`,
    );
    expect(await run("--pin", "--compose", place("compose.yaml"))).toEqual({ code: 0, said: "" });
    expect(read("bases.env")?.split("\n")).toContain(`DB_DIGEST=${DIGEST}`);
    expect(read("asked")).toBeUndefined();
  });

  test("what was written down is used without asking anybody", async () => {
    const { run, read, write } = checkout("registry.invalid");
    const other = `sha256:${"a".repeat(64)}`;
    write("bases.env", `BASE_BUILD=registry.invalid/node@${other}\nBASE_RUN=registry.invalid/run@${other}\n`);
    expect(await run()).toEqual({ code: 0, said: "" });
    expect(read("asked")).toContain(`BASE_BUILD=registry.invalid/node@${other}`);
  });

  test.each([
    ["a registry that nobody reaches", async () => "127.0.0.1:1", "cannot be reached"],
    ["a tag that is not there", () => startRegistry({ status: 404 }), "answered 404"],
    ["a registry that names another digest than it sends", () => startRegistry({ stated: "sha256:0" }), "and sends"],
  ])("%s: nothing is built and nothing written down", async (_what, start, said) => {
    const { run, read } = checkout(await start());
    expect(await run()).toEqual({ code: 1, said: expect.stringContaining(said) });
    expect([read("asked"), read("bases.env")]).toEqual([undefined, undefined]);
  });

  test("a tag that somebody wrote into the file is refused", async () => {
    const { run, read, write } = checkout("registry.invalid");
    write("bases.env", "BASE_BUILD=registry.invalid/node:24\nBASE_RUN=registry.invalid/run:24\n");
    expect(await run()).toEqual({ code: 1, said: expect.stringContaining("is no image by digest") });
    expect(read("asked")).toBeUndefined();
  });
});
