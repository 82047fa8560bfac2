/**
 * Does every page have the bytes of an earlier version? Both builds answer every address over the same state and at the
 * same instant, plain and in each coding; masked tokens are taken out. It ends with 1 where one differs.
 *
 *     npm run build && node bench/routes/same-bytes.ts --before <checkout of the earlier version, built>
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { addressesOf } from "./routes.ts";
import { seed } from "./seed.ts";
import { startServer } from "./start-server.ts";

const { values: flags } = parseArgs({ options: { before: { type: "string" } } });
if (flags.before === undefined) throw new Error("--before names the folder of the earlier version");

const AT = Date.UTC(2026, 10, 27, 10);
const here = join(import.meta.dirname, "../../dist");
const there = join(flags.before, "dist");
const [first, second] = [mkdtempSync(join(tmpdir(), "dosah-same-")), mkdtempSync(join(tmpdir(), "dosah-same-"))];
const { organizationId } = await seed(there, first, AT);
cpSync(first, second, { recursive: true });

const before = await startServer(there, first, AT);
const now = await startServer(here, second, AT);
let [compared, differing, packed] = [0, 0, 0];
for (const { path, isPrivate } of await addressesOf(there, organizationId)) {
  const plain = await bodyOf(before, path, isPrivate, "identity");
  for (const coding of ["gzip", "br"]) {
    const mine = await bodyOf(now, path, isPrivate, coding);
    compared++;
    if (mine.coding !== null) packed++;
    if (plain.text === mine.text && plain.status === mine.status && plain.head === mine.head) continue;
    differing++;
    const at = [...plain.text].findIndex((character, index) => character !== mine.text[index]);
    console.log(`${path} (${coding}): ${plain.status} ${mine.status}, from character ${at}`);
    console.log(
      `  before ${plain.text.slice(Math.max(0, at - 60), at + 100)}\n  now    ${mine.text.slice(Math.max(0, at - 60), at + 100)}`,
    );
    if (plain.head !== mine.head) console.log(`  before ${plain.head}\n  now    ${mine.head}`);
  }
}
console.log(`${compared} answers compared, ${packed} of them packed, ${differing} differ`);
before.stop();
now.stop();
for (const dir of [first, second]) rmSync(dir, { recursive: true, force: true });
process.exit(differing === 0 ? 0 : 1);

async function bodyOf(
  server: Awaited<ReturnType<typeof startServer>>,
  path: string,
  isPrivate: boolean,
  coding: string,
) {
  const { status, body, headers } = await server.get(path, { isPrivate, coding });
  const sent = headers["content-encoding"] ?? null;
  const plain = sent === "gzip" ? gunzipSync(body) : sent === "br" ? brotliDecompressSync(body) : body;
  const text = plain
    .toString("latin1")
    .replace(/(name="(?:csrf|challenge|once)" value="|data-passkey-\w+=")[^"]+/g, "$1")
    // The port is that of the process.
    .replaceAll(String(server.port), "PORT");
  const head = ["content-type", "cache-control", "content-language", "content-security-policy", "link", "location"]
    .map((name) => `${name}: ${String(headers[name])}`)
    .join("; ");
  return { status, text, coding: sent, head };
}
