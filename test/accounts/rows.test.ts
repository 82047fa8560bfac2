import { expect, test } from "vitest";
import type { Row } from "../../src/core/cost.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { publish, publishedProfile, sendTrust } from "./trust-profile.fixture.ts";
import { sendMultipart } from "./upload.fixture.ts";
import { visit } from "./visitor.fixture.ts";

/** Every limit out of the way but one, which lets two calls through. */
const twoOf = (row: Row) => ({
  limits: [...GENEROUS.filter((line) => !line.startsWith(`${row}:`)), `${row}: { perMinute: 2 }`],
  env: { TRUST_PROXY: "loopback", SCAN_WORKER: "off" },
});

const budgetIn = (html: string) => /data-budget="([a-z_]+)"/.exec(html)?.[1];

describeOnBoth("of two calls that a row lets through the third is refused and names the row:", (install) => {
  test("pages by address, and another address goes on", async () => {
    const { service } = await install(twoOf("web_page"));
    const reader = visit(service, { from: "192.0.2.80" });
    for (const path of ["/en/compare?list=SK1", "/en/no-such-page"]) {
      expect((await reader.get(path)).html).not.toContain("data-budget");
    }
    const refused = await reader.get("/en/no-such-page");
    expect([refused.status, refused.errors, budgetIn(refused.html)]).toEqual([429, ["rate_limited"], "web_page"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    // What is made once costs nothing; with a query it is another document.
    expect((await reader.get("/en/docs")).status).toBe(200);
    expect((await reader.get("/en/docs?a=1")).status).toBe(429);
    expect((await visit(service, { from: "192.0.2.81" }).get("/en/no-such-page")).status).toBe(404);
  });

  test("pages that are kept ready by address too, and nothing else of it is dearer than before", async () => {
    const { service } = await install(twoOf("web_page"));
    const [reader, other] = [visit(service, { from: "192.0.2.82" }), visit(service, { from: "192.0.2.83" })];
    expect((await other.get("/en")).status).toBe(200);
    for (const path of ["/en", "/en"]) expect((await reader.get(path)).status).toBe(200);
    const refused = await reader.get("/en");
    expect([refused.status, refused.errors, budgetIn(refused.html)]).toEqual([429, ["rate_limited"], "web_page"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    // It was one count each: the second of the other one goes through.
    expect((await other.get("/en")).status).toBe(200);
    expect((await other.get("/en/obligations")).status).toBe(200);
    expect((await other.get("/en")).status).toBe(429);
  });

  test("private pages and reads with a key by person, whatever address they come from", async () => {
    const here = await install(twoOf("person_read"));
    const jana = await person(here);
    const key = (await here.run(`key issue --email ${jana.email} --name mine`)).out;
    const headers = { Authorization: `Bearer ${key}` };
    expect((await jana.browser.get("/en/account")).status).toBe(200);
    expect((await here.service.fetch("/api/v1/domain", { headers }, "192.0.2.90")).status).not.toBe(429);
    const page = await jana.browser.get("/en/account");
    expect([page.status, budgetIn(page.html)]).toEqual([429, "person_read"]);
    const refused = await here.service.fetch("/api/v1/domain", { headers }, "192.0.2.91");
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: "rate_limited", budget: "person_read", subject: "person" },
    ]);
  });

  test("forms by person, refused ones too; organizations that a person founds", async () => {
    const here = await install(twoOf("person_write"));
    const jana = await person(here);
    const found = (name: string) => jana.browser.submit("/en/organizations", { name, country: "", ico: "" });
    expect((await found("Alfa")).status).toBe(303);
    expect((await found("")).status).toBe(400);
    const refused = await found("Beta");
    expect([refused.status, budgetIn(refused.html)]).toEqual([429, "person_write"]);
    const there = await install(twoOf("organization_create"));
    const eva = await person(there);
    const founding = (name: string) => eva.browser.submit("/en/organizations", { name, country: "", ico: "" });
    for (const name of ["Alfa", "Beta"]) expect((await founding(name)).status).toBe(303);
    const third = await founding("Gama");
    expect([third.status, budgetIn(third.html), third.html.includes("Gama")]).toEqual([
      429,
      "organization_create",
      true,
    ]);
  });

  test("files of a person, and what was no file is given back", async () => {
    const here = await install(twoOf("person_file"));
    const jana = await person(here);
    const org = await organization(here, jana);
    const file = (id: string) => jana.browser.get(`/en/organizations/${id}/obligations.csv`);
    for (const id of [org, "org_0", "org_0", org]) expect((await file(id)).status).toBe(id === org ? 200 : 404);
    const refused = await file(org);
    expect([refused.status, budgetIn(refused.html)]).toEqual([429, "person_file"]);
  });

  test("a share link by itself, whoever follows it", async () => {
    const { here, owner, org } = await publishedProfile(install, {}, twoOf("share_use"));
    const made = await sendTrust(owner, org, "/shares", { label: "customer", days: "7" });
    const { pathname, search } = new URL(/data-share="([^"]+)"/.exec(made.html)?.[1] ?? "");
    const follow = (from: string) => here.service.fetch(`/en${pathname}${search}`, {}, from);
    for (const from of ["192.0.2.70", "192.0.2.71"]) expect((await follow(from)).status).toBe(200);
    const refused = await follow("192.0.2.72");
    expect([refused.status, budgetIn(await refused.text())]).toEqual([429, "share_use"]);
    expect((await here.service.fetch(`/en${pathname}`, {}, "192.0.2.72")).status).toBe(200);
  });

  test("forms with a file by person, before the file is read", async () => {
    const { here, owner, org } = await publishedProfile(install, {}, twoOf("upload"));
    const path = `/en/organizations/${org}/trust-profile/evidence`;
    const file = new Blob(["%PDF-1.7 made up"], { type: "application/pdf" });
    const send = (title: string) => sendMultipart(here, owner, path, { ...EVIDENCE, title, file });
    for (const title of ["one", "two"]) expect((await send(title)).status).toBe(303);
    const refused = await send("three");
    expect([refused.status, budgetIn(refused.html)]).toEqual([429, "upload"]);
  });

  test("evidence that is sent; a reader that has it gets 304 and counts nothing", async () => {
    const { here, owner, org } = await publishedProfile(install, {}, twoOf("evidence_file"));
    const path = `/en/organizations/${org}/trust-profile/evidence`;
    const text = "%PDF-1.7 made up";
    const file = new Blob([text], { type: "application/pdf" });
    expect((await sendMultipart(here, owner, path, { ...EVIDENCE, title: "one", file })).status).toBe(303);
    expect((await publish(owner, org)).errors).toEqual([]);
    const page = await (await here.service.fetch("/en/trust/slovnaft", {})).text();
    const address = /\/trust\/slovnaft\/evidence\/evd_\w+/.exec(page)?.[0] ?? "";
    const read = (tag?: string) =>
      here.service.fetch(address, { headers: tag === undefined ? {} : { "If-None-Match": tag } }, "192.0.2.60");
    const first = await read();
    const tag = first.headers.get("ETag") ?? "";
    expect([first.status, await first.text()]).toEqual([200, text]);
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const known = await read(given);
      expect([known.status, known.headers.get("ETag"), await known.text()]).toEqual([304, tag, ""]);
    }
    expect((await read('"other"')).status).toBe(200);
    expect((await read()).status).toBe(429);
    expect((await read(tag)).status).toBe(304);
  });
});

const EVIDENCE = { fieldId: "legalName", url: "", issuedOn: "", expiresOn: "", visibility: "public" } as const;
