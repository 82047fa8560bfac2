import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { quickCheck } from "../../src/capabilities/scans/quick-check.ts";
import { claimTarget, keepObservation } from "../../src/state/scan-targets.ts";
import { NOW, openTestServices, startTestService } from "../promises/service.fixture.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";
import { openTrustedLaboratory } from "./scan-service.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

async function start(env: Readonly<Record<string, string>> = {}) {
  const service = await startTestService({ env: { ...laboratorySettings(lab), ...env } });
  service.pass((Date.now() - NOW.getTime()) / 1000);
  const check = (domain: string, headers: Readonly<Record<string, string>> = { "Sec-Fetch-Site": "same-origin" }) =>
    service.fetch("/en/scan", {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ domain }).toString(),
    });
  return { service, check };
}

test("the quick check needs no account and no script: a form, a page that reloads itself, a sentence; ten minutes later it is gone", async () => {
  const { service, check } = await start();
  const { domain } = await lab.site((site) => {
    delete site.records[`_dmarc.${site.domain}`];
  });
  expect(await (await service.fetch("/en/scan")).text()).toContain('name="domain"');
  const sent = await check(domain);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `/en/scan?domain=${domain}`]);
  expect(sent.headers.get("set-cookie")).toBeNull();
  const page = await vi.waitFor(
    async () => {
      const response = await service.fetch(`/en/scan?domain=${domain}`);
      const text = await response.text();
      if (!text.includes("data-score")) expect(response.headers.get("refresh")).toBe("2");
      expect(text).toContain('data-score="79"');
      return text;
    },
    { timeout: 120_000, interval: 300 },
  );
  expect(page).toContain("1 serious problem found");
  expect(page).toContain("The domain has no DMARC record.");
  service.pass(11 * 60);
  expect(await (await service.fetch(`/en/scan?domain=${domain}`)).text()).not.toContain("data-score");
  await service.close();
});

test("asking for the page starts nothing; a form of another site, what is no domain and a fourth check in a minute are refused", async () => {
  const { service, check } = await start();
  const { domain } = await lab.site();
  const asked = lab.resolver.questions.length;
  expect((await service.fetch(`/en/scan?domain=${domain}`)).status).toBe(200);
  expect((await check(domain, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  for (const wrong of ["localhost", "10.0.0.1", "https://firma.sk:8443", "https://10.0.0.1/"]) {
    const refused = await check(wrong);
    expect([wrong, refused.status]).toEqual([wrong, 400]);
    expect(await refused.text()).toContain("not the name of a domain");
  }
  expect(lab.resolver.questions.length).toBe(asked);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await check(domain)).status);
  expect(statuses.slice(0, 3)).toEqual([303, 303, 303]);
  expect(statuses[3]).not.toBe(303);
  await service.close();
});

test("SCAN_PUBLIC=off leaves the explanation and offers no check", async () => {
  const { service, check } = await start({ SCAN_PUBLIC: "off", SCAN_CONTACT: "mailto:scans@example.org" });
  const text = await (await service.fetch("/en/scan")).text();
  expect(text).not.toContain('name="domain"');
  expect(text).toContain("scans@example.org");
  expect((await check("firma-lab.sk")).status).toBe(403);
  await service.close();
});

test("with SCAN_PUBLIC=off, or on the deny list, nobody without an account sees what an organization has just scanned", async () => {
  const { domain } = await lab.site();
  const denied = join(mkdtempSync(join(tmpdir(), "dosah-deny-")), "deny.txt");
  writeFileSync(denied, "");
  for (const env of [{ SCAN_PUBLIC: "off" }, { SCAN_DENY_FILE: denied }]) {
    const services = await openTestServices({ env: { ...laboratorySettings(lab), ...env } });
    const { call, opened: here } = services;
    const at = NOW.getTime();
    const lease = { domain, by: "organization" };
    await claimTarget(here.state, { ...lease, until: at + 30_000 }, at);
    const { record } = await lab.scan(domain, { profile: "public" });
    await keepObservation(here.state, lease, { profile: "public", record: JSON.stringify(record), at });
    const seen = async () => (await call(quickCheck, { domain, locale: "en" }, [], { address: null })).answer.state;
    if ("SCAN_DENY_FILE" in env) {
      expect(await seen()).toBe("done");
      writeFileSync(denied, `${domain}\n`);
    }
    expect(await seen()).toBe("none");
    await services.close();
  }
});

test("where as many wait as may, a further check says how long, keeps what was typed and is not counted", async () => {
  // Nobody looks: what is asked for waits.
  const { service, check } = await start({ ROLE: "web", SCAN_QUICK_WAITING: "1" });
  expect((await check("prva.sk")).status).toBe(303);
  for (let n = 0; n < 5; n++) {
    const refused = await check("druha.sk");
    const html = await refused.text();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(html).toContain('data-error="queue_full"');
    expect(html).toContain('value="druha.sk"');
    expect(html.replace(/\s/g, " ")).toContain("Many checks are waiting. Try again in 1 min.");
  }
  // Neither is the one that waits already.
  expect((await check("prva.sk")).status).toBe(303);
  await service.close();
});
