import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../src/main.ts";
import { examine } from "../../src/wiring/doctor/examine.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");

/** Settings as operators get them wrong, and the one that has to be named. */
const WRONG: readonly (readonly [settings: Readonly<Record<string, string>>, named: string])[] = [
  [{ PORT: "80a" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ HOST: "not a host" }, "HOST"],
  [{ BASE_URL: "dosah.example.org" }, "BASE_URL"],
  [{ BASE_URL: "https://dosah.example.org/app" }, "BASE_URL"],
  [{ PROT: "3001" }, "PROT"],
  [{ DATABASE: "postgres://db/dosah" }, "DATABASE"],
  [{ SMTP_URL: "smtp://mail" }, "SMTP_URL"],
  [{ DOSAH_PORT: "3001" }, "DOSAH_PORT"],
  [{ DATABASE_URL: "mysql://db/dosah", SECRETS_KEY: KEY }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://db/dosah" }, "SECRETS_KEY"],
  [{ DATABASE_POOL: "0" }, "DATABASE_POOL"],
  [{ SECRETS_KEY: "short" }, "SECRETS_KEY"],
  [{ REGISTRATION: "yes" }, "REGISTRATION"],
  [{ MAIL_URL: "mail.example.org" }, "MAIL_URL"],
  [{ MAIL_FROM: "nobody" }, "MAIL_FROM"],
  [{ OIDC_ISSUER: "https://id.example.org" }, "OIDC_CLIENT_ID"],
  [{ OIDC_ASSURANCE: "three" }, "OIDC_ASSURANCE"],
  [{ SECOND_FACTOR: "always" }, "SECOND_FACTOR"],
  [{ BACKUP_MINUTES: "0" }, "BACKUP_MINUTES"],
  [{ AUDIT_RETENTION_DAYS: "30" }, "AUDIT_RETENTION_DAYS"],
  [{ ROLE: "master" }, "ROLE"],
  [{ DRAIN_SECONDS: "60" }, "DRAIN_SECONDS"],
  [{ REDIS_URL: "localhost:6379" }, "REDIS_URL"],
  [{ TRUST_PROXY: "nginx" }, "TRUST_PROXY"],
  [{ REGISTERS: "off" }, "REGISTERS"],
  [{ SNAPSHOT_URL: "ftp://files/registers.db" }, "SNAPSHOT_URL"],
  [{ SNAPSHOT_KEY: "RWabc" }, "SNAPSHOT_KEY"],
  [{ LOG_LEVEL: "verbose" }, "LOG_LEVEL"],
  [{ LOG_FORMAT: "xml" }, "LOG_FORMAT"],
  [{ METRICS_PORT: "3000" }, "METRICS_PORT"],
  [{ HTTPS_PROXY: "proxy:3128" }, "HTTPS_PROXY"],
  [{ SCAN_CONCURRENCY: "1000" }, "SCAN_CONCURRENCY"],
  [{ MCP_TEST_TOOLS: "1", BASE_URL: "https://dosah.example.org" }, "MCP_TEST_TOOLS"],
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dosah-wrong-"));
  // The test runner has a variable of this name.
  vi.stubEnv("BASE_URL", undefined);
  vi.stubEnv("DATA_DIR", join(folder, "data"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe("a wrong setting", () => {
  test.each(WRONG)(
    "%j is named by doctor and by the start, with the next step, and nothing is made",
    async (wrong, named) => {
      const settings = { DATA_DIR: join(folder, "data"), ...wrong };
      const findings = await examine(settings, { now: () => new Date() });
      const problems = findings
        .filter(({ code }) => code === "settings_wrong")
        .map(({ values }) => String(values?.problem));
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${named}: .*(Example: |Did you mean |must be set)`));
      for (const [name, value] of Object.entries(wrong)) vi.stubEnv(name, value);
      const said: string[] = [];
      vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
      await run(["serve"]);
      expect(process.exitCode).toBe(1);
      process.exitCode = undefined;
      expect(said.join("")).toBe(`${problems[0]}\n`);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
