import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readPdf } from "../../src/documents/pdf/read-pdf.fixture.ts";
import { rpoEntity, rpoText, ruzText } from "../../src/sources/registers/snapshot/importing/register-files.fixture.ts";
import { organization, person } from "../accounts/organization.fixture.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { type Ran, runDosah } from "../promises/run-command.fixture.ts";
import {
  GENEROUS,
  openTestServices,
  startTestService,
  type TestService,
  type TestServices,
} from "../promises/service.fixture.ts";

/** Recorded odd inputs, each sent to a running service by every road that takes its kind. */

const recorded = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Over the shipped sample. */
let service: TestService;
let services: TestServices;
/** Over the entities below. */
let histories: TestService;
const run = (words: readonly string[], stdin?: string | Uint8Array): Promise<Ran> =>
  runDosah(services.call, words, stdin);

/** Entities of RPO with a history; the numbers are invented, their check digits hold. */
const entities = [
  {
    ...rpoEntity({ ico: "71005021", nace: "3511" }, 0),
    identifiers: [
      { value: "71005021", validFrom: "2001-01-02" },
      { value: "71006028", validFrom: "2003-01-02" },
    ],
    fullNames: [
      { value: "Dnešné meno", validFrom: "2001-01-02", validTo: "2099-12-31" },
      { value: "Budúce meno", validFrom: "2100-01-01" },
    ],
  },
  {
    ...rpoEntity({ ico: "77000013", nace: "3511" }, 1),
    identifiers: [
      { value: "77000013", validFrom: "2001-01-02" },
      { value: "77000021", validFrom: "2004-01-02" },
    ],
    fullNames: [{ value: "Zaniknutá elektráreň", validFrom: "2001-01-02" }],
    termination: "2015-06-30",
  },
  {
    ...rpoEntity({ ico: "71006036" }, 2),
    identifiers: [
      { value: "71006036", validFrom: "2001-01-02", validTo: "2010-01-01" },
      { value: "71005030", validFrom: "2010-01-02" },
    ],
    fullNames: [{ value: "Prečíslovaná", validFrom: "2001-01-02" }],
  },
];
const unit = {
  id: 1,
  ico: "77000013",
  skNace: "35110",
  velkostOrganizacie: "33",
  nazovUJ: "Zaniknutá elektráreň",
  datumPoslednejUpravy: "2026-01-01",
};

beforeAll(async () => {
  const files = [
    { country: "SK", format: "rpo", text: rpoText(entities) },
    { country: "SK", format: "ruz", text: ruzText([unit]) },
  ] as const;
  const options = { limits: GENEROUS };
  [service, services] = [await startTestService(options), await openTestServices(options)];
  histories = await startTestService({ ...options, files });
});
afterAll(async () => {
  await service.close();
  await histories.close();
  await services.close();
});

/** Each road to a verdict of a typed number: the number and country it ends with, or the words of its refusal. */
const roads: Readonly<Record<string, (typed: string) => Promise<string>>> = {
  REST: async (typed) => {
    const answer = await (
      await service.fetch(`/api/scope-check?${new URLSearchParams({ ico: typed, locale: "en" })}`)
    ).json();
    return answer.ico === undefined ? JSON.stringify(answer) : `${answer.country} ${answer.ico}`;
  },
  tool: async (typed) => {
    const { structuredContent: answer } = await service.tool("nis2_scope_check", { ico: typed, locale: "en" });
    return answer.ico === undefined ? JSON.stringify(answer.error) : `${answer.country} ${answer.ico}`;
  },
  command: async (typed) => {
    const { code, out, err } = await run(["scope", typed, "--locale", "en", "--json"]);
    if (code !== 0) return err;
    const { country, ico } = JSON.parse(out);
    return `${country} ${ico}`;
  },
  page: async (typed) => {
    const country = typed.toLowerCase().includes("cz") || typed.startsWith("452") ? "cz" : "sk";
    const shown = await service.fetch(`/en/firma/${country}/${encodeURIComponent(typed)}`);
    const [, at, ico] = /\/en\/firma\/(sk|cz)\/(\d{8})$/.exec(shown.url) ?? [];
    return shown.status === 200 ? `${at?.toUpperCase()} ${ico}` : await shown.text();
  },
};

describe.each(Object.keys(roads))("a number as it is pasted, by the road %s,", (road) => {
  const send = (typed: string) => roads[road]?.(typed);

  test.each([
    ["SK31322832", "SK 31322832"],
    ["CZ45274649", "CZ 45274649"],
    ["cz 452 74 649", "CZ 45274649"],
    ["IČO: 31322832", "SK 31322832"],
    ["IČO 31 322 832", "SK 31322832"],
    ["\u200b31322832", "SK 31322832"],
    ["31322832\u200e", "SK 31322832"],
    ["31322832;", "SK 31322832"],
    ["'31322832", "SK 31322832"],
    ["452-74-649", "CZ 45274649"],
  ])("%j is %s", async (typed, firm) => {
    expect(await send(typed)).toBe(firm);
  });

  test.each(["SK2020372640", "2020372640"])("%s is named as a Slovak tax number", async (typed) => {
    expect(await send(typed)).toContain("Slovak tax or VAT number");
  });
});

test("the tool of a supplier's profile takes the numbers too", async () => {
  for (const ico of ["SK31322832", "IČO: 31322832", "31322832;"]) {
    const { structuredContent } = await service.tool("supplier_trust_profile", { ico, locale: "en" });
    expect([ico, structuredContent.error.code]).toEqual([ico, "not_found"]);
  }
  const { structuredContent } = await service.tool("supplier_trust_profile", { ico: "2020372640", locale: "en" });
  expect(structuredContent.error).toMatchObject({ code: "invalid_arguments", field: "ico" });
});

describe("an entity of RPO with a history", () => {
  const check = async (ico: string) =>
    (await histories.fetch(`/api/scope-check?ico=${ico}&country=SK&locale=en`)).json();

  test("has the name of today, not one that begins later", async () => {
    expect((await check("71005021")).untrusted.name).toBe("Dnešné meno");
  });

  test.each([
    ["71005021", "71006028", "Dnešné meno"],
    ["71006036", "71005030", "Prečíslovaná"],
  ])("%s and %s lead to it", async (one, other, name) => {
    for (const ico of [one, other]) expect([ico, (await check(ico)).untrusted?.name]).toEqual([ico, name]);
  });

  test("is ceased by either number, also where RÚZ has a unit of the other", async () => {
    for (const ico of ["77000013", "77000021"]) {
      const { status, category } = await check(ico);
      expect([ico, status, category]).toEqual([ico, "ceased", "out_of_scope"]);
    }
  });
});

describe("bytes that are no UTF-8", () => {
  test("a register file is refused with the line, and nothing is published", async () => {
    const file = recorded("res_data-windows-1250.csv");
    const { code, out, err } = await run(["registers", "import", "--country", "CZ", "--format", "res", "--file", file]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("res_data-windows-1250.csv:2");
    expect((await run(["scope", "75000016", "--country", "CZ", "--locale", "en"])).code).not.toBe(0);
  });

  test("a list on standard input is read as windows-1250, and the command says so", async () => {
    const { out, err } = await run(["scope", "-", "--locale", "en"], Buffer.from("\x8akoda Auto\n", "latin1"));
    expect(`${out}\n${err}`).toContain("00177041");
    expect(`${out}\n${err}`).toContain("Windows-1250");
  });
});

describe("feeds as offices publish them", () => {
  const files = ["ampersand", "control-character", "czech-date", "dotted-date", "same-link", "twelve-hours"] as const;
  let server: Server;
  let reader: TestServices;

  beforeAll(async () => {
    // Each office has a site of its own: items of one address are one item.
    server = createServer(({ url = "" }, response) => {
      const text = readFileSync(recorded(`feeds${url}.xml`), "utf8");
      response.end(text.replaceAll("urad.example.cz", `${url.slice(1)}.urad.example.cz`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const list = join(services.dir, "feeds.yaml");
    const source = { name: "Office", jurisdiction: "CZ", language: "cs" };
    const sources = files.map((id) => ({
      ...source,
      id,
      urls: [`http://127.0.0.1:${port}/${id}`],
      site: `https://${id}.example`,
    }));
    writeFileSync(list, JSON.stringify(sources));
    reader = await openTestServices({ env: { FEED_SOURCES: list } });
    expect((await runDosah(reader.call, ["feed", "refresh"])).code).toBe(0);
  });
  afterAll(async () => {
    await reader.close();
    server.close();
  });

  test("none is lost, and each item has its title and its day", async () => {
    const { out } = await runDosah(reader.call, ["feed", "--limit", "50", "--json"]);
    const all: { untrusted: { title: string }; url: string; publishedAt: string; dateEstimated: boolean }[] =
      JSON.parse(out).items;
    const items = all.filter(({ url }) => url.includes(".urad.example.cz/"));
    const rows = items.map(({ untrusted, publishedAt, dateEstimated }) => [
      untrusted.title,
      dateEstimated ? "estimated" : publishedAt.slice(0, 16),
    ]);
    expect(rows.sort()).toEqual([
      ["Druhá NIS2", "2026-11-17T08:00"],
      ["Druhá NIS2", "estimated"],
      ["Nová vyhláška NIS2", "2026-11-18T08:00"],
      ["Prvá NIS2", "2026-11-18T08:00"],
      ["Termín NIS2", "2026-11-15T12:15"],
      ["Termín NIS2", "2026-11-18T07:00"],
      ["Termín NIS2", "2026-11-18T08:00"],
      ["Věda & výzkum NIS2", "2026-11-18T08:00"],
    ]);
  });
});

describeOnBoth("of a person", (install) => {
  test("a supplier's number is read as it is pasted, and a tax number is refused", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner = await person(here);
    const page = `/en/organizations/${await organization(here, owner)}/suppliers`;
    for (const ico of ["CZ27082440", "IČO: 45274649"]) {
      expect((await owner.browser.submit(page, { country: "CZ", ico })).status).toBe(303);
    }
    const { html } = await owner.browser.get(page);
    for (const supplier of ["CZ-27082440", "CZ-45274649"]) expect(html).toContain(`${page}/${supplier}`);
    const refused = await owner.browser.submit(page, { country: "SK", ico: "SK2020372640" });
    expect([refused.status, refused.html.includes("Slovak tax or VAT number")]).toEqual([400, true]);
  });

  test("notes keep every character in the report, drawn or as text", async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const owner = await person(here);
    const register = `/sk/organizations/${await organization(here, owner)}/obligations`;
    const notes = ["华为技术有限公司", "株式会社", "חברת", "✅ splnené", "e\u2011mail", "● bod", "\uf0b7 bod"];
    const typed = { status: "partial", responsiblePerson: "", lastReviewedAt: "", nextReviewAt: "" };
    const saved = await owner.browser.submit(`${register}/NIS2-20-1`, { ...typed, evidenceNote: notes.join("\n") });
    expect(saved.status).toBe(303);
    const headers = { Cookie: `dosah_session=${owner.browser.cookie}` };
    // A busy machine answers 503 until the report is made.
    const report = await vi.waitFor(
      async () => {
        const answer = await here.service.fetch(`${register}.pdf`, { headers });
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 200_000, interval: 500 },
    );
    const { text } = readPdf(new Uint8Array(await report.arrayBuffer()));
    for (const note of notes.slice(0, 6)) expect(text).toContain(note);
    expect(text).toContain("• bod");
    expect(text.match(/nemá všetky znaky/g)).toHaveLength(1);
  });
});
