import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Browser, chromium } from "playwright-core";
import type { Capability } from "../../src/capabilities/capability.ts";
import { regulatoryFeedRefresh } from "../../src/capabilities/feed/regulatory-feed-refresh.ts";
import { readConfig } from "../../src/config.ts";
import { createService } from "../../src/service.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { serveRecordedFeeds } from "./recorded-feeds.fixture.ts";

/** Where a browser usually is; `CHROMIUM` names another. */
export const BROWSER = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path): path is string => path !== undefined && path !== "" && existsSync(path));

/** Without a browser these tests are skipped by name. */
export const hasBrowser = BROWSER !== undefined;

/** The real service on a free port over the shipped sample and recorded feeds, and a browser. */
export interface Running {
  readonly baseUrl: string;
  readonly browser: Browser;
  /** Calls a capability as the operator. */
  readonly call: (capability: Capability, args: unknown) => Promise<unknown>;
  close(): Promise<void>;
}

/** Starts both. Limits are lifted: what is tested here is not counted. */
export async function startAll(): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), "dosah-browser-"));
  const limitsFile = join(dataDir, "limits.yaml");
  writeFileSync(limitsFile, "web_lookup: { perMinute: 1000000 }\nrest_company_search: { perMinute: 1000000 }\n");
  const port = await freePort();
  const feedList = join(dataDir, "feeds.yaml");
  const feeds = await serveRecordedFeeds(feedList);
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    REGISTERS: "mirror",
    LIMITS_FILE: limitsFile,
    FEED_SOURCES: feedList,
  });
  const service = await createService(config, { now: () => new Date(), log: pino({ level: "silent" }) });
  const listening = await service.start();
  await service.call(regulatoryFeedRefresh, {}, [], { address: null });
  const browser = await chromium.launch({
    ...(BROWSER === undefined ? {} : { executablePath: BROWSER }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
  return {
    baseUrl: config.baseUrl,
    browser,
    call: (capability, args) => service.call(capability, args, [], { address: null }),
    close: async () => {
      await browser.close();
      await listening.stop();
      feeds.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
