import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CZ, registerFiles } from "./register-files.fixture.ts";
import { openTestServices, startTestService, type TestService } from "./service.fixture.ts";

/** A service whose register file was cut off while it was stopped. */
let dosah: TestService;
const data = mkdtempSync(join(tmpdir(), "dosah-damaged-"));

beforeAll(async () => {
  const before = await openTestServices({ files: registerFiles, env: { DATA_DIR: data } });
  before.close();
  truncateSync(join(data, "registers", "registers.db"), 20_000);
  dosah = await startTestService({ env: { DATA_DIR: data } });
});

afterAll(async () => {
  await dosah.close();
  rmSync(data, { recursive: true, force: true });
});

test("a register that was put aside is named by /readyz while the sample serves", async () => {
  const response = await dosah.fetch("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ready: true, snapshot: "unusable" });
  expect(dosah.logged.join("\n")).toContain("registers-unusable-");
});

test("a firm that was held is source_unavailable over REST, without a time to retry and with the next step", async () => {
  const response = await dosah.fetch(`/api/scope-check?ico=${CZ.essential}&country=CZ&locale=en`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
  const body = await response.json();
  expect(body).toMatchObject({ code: "source_unavailable", nextStep: expect.stringMatching(/facts.*operator import/) });
  expect(body).not.toHaveProperty("retryAfter");
});

test("and so it is for an MCP client", async () => {
  const result = await dosah.tool("nis2_scope_check", { ico: CZ.essential, country: "CZ" });
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "source_unavailable" } } });
  expect(JSON.stringify(result)).not.toContain("retryAfter");
});

test.each(["sk", "cs", "en"])("and on the pages, in %s, with and without a country", async (locale) => {
  for (const path of [`/${locale}/firma/cz/${CZ.essential}`, `/${locale}/firma/${CZ.essential}`]) {
    const response = await dosah.fetch(path);
    const html = await response.text();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
    expect(html).toMatch(/prevádzkovateľa|provozovatele|the operator/);
  }
});
