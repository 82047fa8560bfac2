import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "./register-files.fixture.ts";
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

describe("a number without a country, after the loss of the Czech register alone", () => {
  let halved: TestService;
  const folder = mkdtempSync(join(tmpdir(), "dosah-halved-"));

  beforeAll(async () => {
    // The Slovak register was imported again since.
    const before = await openTestServices({ files: registerFiles, env: { DATA_DIR: folder } });
    before.close();
    truncateSync(join(folder, "registers", "registers.db"), 20_000);
    const slovak = registerFiles.filter(({ country }) => country === "SK");
    halved = await startTestService({ files: slovak, env: { DATA_DIR: folder } });
  });

  afterAll(async () => {
    await halved.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ["that only the Czech register had", CZ.essential],
    ["of a Slovak firm out of scope, which a Czech firm could have too", SK.twin],
  ])("%s is source_unavailable on REST, MCP and the pages, and never not_found", async (_what, ico) => {
    const rest = await halved.fetch(`/api/scope-check?ico=${ico}&locale=en`);
    expect([rest.status, await rest.json()]).toMatchObject([503, { code: "source_unavailable" }]);
    const tool = await halved.tool("nis2_scope_check", { ico });
    expect(tool).toMatchObject({ isError: true, structuredContent: { error: { code: "source_unavailable" } } });
    expect((await halved.fetch(`/sk/firma/${ico}`)).status).toBe(503);
  });

  test("of a Slovak firm in scope is answered, and says that the Czech register is not here", async () => {
    const rest = await halved.fetch(`/api/scope-check?ico=${SK.agreed}`);
    expect([rest.status, await rest.json()]).toMatchObject([200, { country: "SK", unansweredCountries: ["CZ"] }]);
  });
});
