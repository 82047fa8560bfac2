/**
 * How long a full scan of the flawless site of the laboratory takes, with the pauses between connections that every
 * scan makes: the look itself, and `dosah scan` from the start of its process to its end.
 *
 *     npm run build && npx node bench/scans/flawless.ts [times]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GUARD_LIMITS } from "../../src/outbound/guarded/limits.ts";
import { Laboratory, laboratorySettings } from "../../test/lab/laboratory.ts";
import { median } from "../protocol/measured-server.ts";

const DOSAH = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));
const times = Number(process.argv[2] ?? 7);

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-flawless-"));
const lab = await Laboratory.open();
const root = join(dir, "root.pem");
writeFileSync(root, lab.root.pem);
const [looks, commands]: [number[], number[]] = [[], []];
for (let n = 0; n < times; n++) {
  const { domain } = await lab.site();
  looks.push(
    await seconds(async () => {
      const { technical } = await lab.scan(domain, { limits: GUARD_LIMITS });
      if (technical !== 100) throw new Error(`${technical} points instead of 100`);
    }),
  );
  // Another site: the pauses belong to an address.
  const second = await lab.site();
  commands.push(await seconds(() => scanByCommand(second.domain)));
}
await lab.close();
rmSync(dir, { recursive: true, force: true });
const line = (name: string, figures: readonly number[]) =>
  console.log(`${name}: median ${median(figures).toFixed(2)} s, longest ${Math.max(...figures).toFixed(2)} s`);
console.log(`Node ${process.version}, ${times} times`);
line("the look", looks);
line("dosah scan --full, whole process", commands);

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

async function scanByCommand(domain: string): Promise<void> {
  const settings = { ...laboratorySettings(lab), NODE_EXTRA_CA_CERTS: root, REGISTERS: "mirror" };
  const child = spawn(process.execPath, [DOSAH, "scan", domain, "--full", "--owner-confirmed", "--json"], {
    env: { PATH: process.env.PATH, DATA_DIR: join(dir, "data"), ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const { status, scores } = JSON.parse(out);
  if (status !== "completed" || scores.technical !== 100) throw new Error(out);
}
