/**
 * How many screens of a phone is each page? Opens pages of the built service over the shipped sample in Chromium at
 * 360 x 740 CSS pixels, with and without a script, and prints their length in screens. With `--shots DIR` it also writes
 * pictures. Run: `npm run build && npx node bench/page-length/run.ts [--locale sk] [--before CHECKOUT] [--shots DIR]`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { type Browser, chromium } from "playwright-core";
import { PHONE, PHONE_PAGES } from "../../test/browser/phone-pages.fixture.ts";

const { values } = parseArgs({
  options: {
    locale: { type: "string", default: "sk" },
    before: { type: "string" },
    shots: { type: "string" },
    only: { type: "string" },
  },
});

const wanted = Object.entries(PHONE_PAGES).filter(([name]) => values.only === undefined || name.includes(values.only));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const now = await measure(browser, ".");
  const before = values.before === undefined ? undefined : await measure(browser, values.before);
  console.log(before === undefined ? "| page | screens |\n|---|---|" : "| page | before | now |\n|---|---|---|");
  for (const [name] of wanted) {
    const cells = [before?.get(name), now.get(name)].filter((cell) => cell !== undefined);
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
} finally {
  await browser.close();
}

/** Serves a built checkout and gives the length of each page in screens, to one decimal. */
async function measure(opened: Browser, checkout: string): Promise<Map<string, string>> {
  const dist = pathToFileURL(join(resolve(checkout), "dist/"));
  const { createService } = await import(new URL("service.js", dist).href);
  const { readConfig } = await import(new URL("config.js", dist).href);
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
  const limits = join(dir, "limits.yaml");
  writeFileSync(limits, "web_lookup: { perMinute: 1000000 }\n");
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dir,
    REGISTERS: "mirror",
    LIMITS_FILE: limits,
  });
  const service = await createService(config, { now: () => new Date(), log: pino({ level: "silent" }) });
  const listening = await service.start();
  const lengths = new Map<string, string>();
  try {
    const page = await opened.newPage({ viewport: PHONE });
    for (const [name, path] of wanted) {
      const response = await page.goto(`${config.baseUrl}/${values.locale}${path}`);
      if (response?.status() !== 200 && name !== "no such page") throw new Error(`${path}: HTTP ${response?.status()}`);
      const height = await page.evaluate<number>("document.documentElement.scrollHeight");
      lengths.set(name, (height / PHONE.height).toFixed(1));
      if (values.shots !== undefined && checkout === ".") {
        mkdirSync(values.shots, { recursive: true });
        const file = `${name.replace(/[^a-zA-Z]+/g, "-").toLowerCase()}-${values.locale}.png`;
        await page.screenshot({ path: join(values.shots, file), fullPage: true });
      }
    }
    await page.close();
  } finally {
    await listening.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return lengths;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}
