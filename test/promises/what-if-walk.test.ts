import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "../../src/core/country.ts";
import { LOCALES, type Locale } from "../../src/core/locale.ts";
import { categoryNames } from "../../src/faces/web/components/category-mark.tsx";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadSample } from "../../src/knowledge/sample.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { type Field, formOf, submitted } from "./read-form.fixture.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

/**
 * A visitor without a script, from the empty page to a final verdict. The usual run walks one firm for each sector and
 * country; `npm run walk` walks three of them in all three languages.
 */
const isFull = process.env.WALK === "full";

const { activities, nis2 } = knowledge;

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ limits: GENEROUS });
});

afterAll(() => dosah.close());

async function open(address: string): Promise<string> {
  const response = await dosah.fetch(address);
  const html = await response.text();
  expect([address, response.status]).toEqual([address, 200]);
  return html;
}

/** The title of a verdict that nothing can change any more. */
const COMPLETE = { sk: "Výsledok je úplný", cs: "Výsledek je úplný", en: "The result is complete" };

const headlineOf = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? "";

/** What a visitor who is nothing special answers: no, none, nought, and the size that he knows. */
function answersOf(fields: readonly Field[], staff: number): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { name, kind, value } of fields) {
    if (name === "employees") given[name] = String(staff);
    else if (name === "turnover" || name === "balance") given[name] = "1000";
    else if (name === "service") given[name] = "none";
    else if (name === "main" && kind === "radio") given[name] ??= value;
    else if (name.startsWith("a.") && kind === "text") given[name] = "0";
    else if (name.startsWith("a.") && ["no", "none", "other", "payment"].includes(value)) given[name] ??= value;
  }
  return given;
}

/** Answers every question of a page until nothing is asked; returns the last page and its address. */
async function finish(address: string, locale: Locale, staff: number) {
  let current = address;
  for (let round = 0; round < 8; round++) {
    const html = await open(current);
    if (html.includes(COMPLETE[locale])) return { html, address: current };
    const form = formOf(html, 'class="what-if"');
    current = `/${locale}/what-if?${submitted(form, answersOf(form, staff))}`;
  }
  throw new Error(`no end is reached: ${current}`);
}

type Entry = "service" | "code" | "words";

/** From the empty page to an address that is judged, by a service, a code without its revision, or words. */
async function enter(locale: Locale, country: Country, sector: string, entry: Entry, staff: number): Promise<string> {
  const service = activities.services.find((one) => one.sector === sector && (one.SK || country === "CZ"));
  if (service === undefined) throw new Error(`no service in ${sector}`);
  const form = formOf(await open(`/${locale}/what-if`), 'class="what-if"');
  const size = { country, employees: String(staff) };
  if (entry === "service") return `/${locale}/what-if?${submitted(form, { ...size, does: service.id })}`;
  const words = nis2.sectorById.get(sector)?.name[locale] ?? "";
  const typed: Record<string, string> = entry === "code" ? { code: service.nace["2"][0] ?? "" } : { find: words };
  const address = `/${locale}/what-if?${submitted(form, entry === "code" ? { ...size, ...typed } : { country, ...typed })}`;
  const html = await open(address);
  const hits = /<ul class="hits">[\s\S]*?<\/ul>\s*<\/section>/.exec(html)?.[0];
  const link = /<a href="([^"]+)"/.exec(hits ?? "")?.[1]?.replaceAll("&amp;", "&");
  if (entry === "words") expect([words, link === undefined]).toEqual([words, false]);
  return link ?? address;
}

const firms: readonly (readonly [Entry, number])[] = [
  ["service", 10],
  ["words", 100],
  ["code", 300],
];

const walks = nis2.sectors.flatMap(({ id }, index) =>
  COUNTRIES.flatMap((country, offset) => {
    const all = LOCALES.flatMap((locale) => firms.map(([entry, staff]) => ({ id, country, locale, entry, staff })));
    return isFull ? all : [all[(index * 2 + offset) % all.length]].filter((walk) => walk !== undefined);
  }),
);

describe("from the empty page to a final verdict, without a script", () => {
  test.each(
    walks.map(
      (walk) => [`${walk.id} ${walk.country} ${walk.locale} by ${walk.entry}, ${walk.staff} people`, walk] as const,
    ),
  )("%s", async (_name, { id, country, locale, entry, staff }) => {
    const end = await finish(await enter(locale, country, id, entry, staff), locale, staff);
    expect(headlineOf(end.html)).not.toBe("");
    expect(end.html).not.toContain('is-unknown">');
    const title = /<title>([^<]*)</.exec(end.html)?.[1] ?? "";
    if ([categoryNames.essential, categoryNames.important].some((name) => title.includes(`: ${name[locale]}`))) {
      expect(end.html).toContain('id="days"');
      const dated = await open(`${end.address}&d.M=2026-10-01&d.E=2026-11-02&d.D=2026-11-02`);
      expect(dated).toContain('class="time-line"');
      expect(headlineOf(dated)).toBe(headlineOf(end.html));
    }
    expect(headlineOf(await open(end.address))).toBe(headlineOf(end.html));
  });
});

test("no firm's form is refused, and each sends all codes of its firm, also without a main one", async () => {
  const { companies } = loadSample(`${KNOWLEDGE_DIR}/sample`);
  const chosen = isFull ? companies : companies.filter((_, index) => index % 6 === 0);
  for (const { ico, country, nace } of chosen) {
    const page = await dosah.fetch(`/en/firma/${country.toLowerCase()}/${ico}`);
    const form = formOf(await page.text(), 'class="what-if"');
    expect([ico, form.length > 0]).toEqual([ico, true]);
    const query = submitted(form, { employees: "60" });
    const sent = new URLSearchParams(query).getAll("code").filter((code) => code !== "");
    const divisions = (codes: readonly string[]) => codes.map((code) => code.slice(0, 2)).sort();
    const known = nace.filter(nis2.isCode).map(({ code }) => code);
    expect([ico, divisions(sent)]).toEqual([ico, divisions(known)]);
    const response = await dosah.fetch(`/en/what-if?${query}`);
    expect([ico, response.status]).toEqual([ico, 200]);
  }
});

test("a code that means two things is asked about in both meanings, and the choice is kept", async () => {
  for (const code of ["25.40", "35.12", "46.71", "63.91"]) {
    const html = await open(`/en/what-if?country=CZ&code=${code}&rev=&employees=60`);
    expect(html).toContain("Which of the two do you mean?");
    const links = [...html.matchAll(/<a href="(\/en\/what-if\?[^"]*rev=2(?:\.1)?[^"]*)"/g)].map(
      ([, link = ""]) => link,
    );
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links.slice(0, 2)) await open(link.replaceAll("&amp;", "&"));
  }
});

test("none of these answers a whole block at once, and don't know keeps a question open", async () => {
  const start = "/en/what-if?country=SK&code=9602&rev=2&employees=5";
  const response = await dosah.fetch(`${start}&none=authority`);
  expect(response.url).toContain("a.skThirdParty=no");
  expect(response.url).not.toContain("none=");
  const unsure = await open(`${start}&a.skThirdParty=unknown`);
  expect(unsure).toMatch(/value="unknown" checked/);
  expect(unsure).not.toContain(COMPLETE.en);
});

test("a group is added up with a picture, and firms of separate technical assets stay out in Czechia", async () => {
  const line = (staff: number, separate: string) =>
    `g.name=Alfa&g.relation=linked&g.share=&g.staff=${staff}&g.turnover=1&g.balance=1&g.separate=${separate}`;
  const counted = await open(`/en/what-if?country=CZ&code=35.11&rev=2&employees=40&${line(300, "no")}`);
  expect(counted).toContain("340 employees, large enterprise");
  expect(counted).toContain('class="group-picture"');
  const left = await open(`/en/what-if?country=CZ&code=35.11&rev=2&employees=40&${line(300, "yes")}`);
  expect(left).toContain("40 employees, small enterprise");
});
