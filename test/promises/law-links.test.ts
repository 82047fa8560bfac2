import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "../../src/core/locale.ts";
import { pages } from "../../src/faces/web/web.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { checkCitations } from "../../src/rules/citations/check.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

const { acts } = knowledge;

/** Further states of pages, each with citations of its own. */
const STATES = [
  "/firma/sk/36421928",
  "/firma/sk/35757442",
  "/firma/cz/49240901",
  "/what-if?country=SK&code=35.11&rev=2&employees=60",
  "/what-if?country=CZ&code=61.10&rev=2&employees=20",
  "/what-if?country=SK&code=28.22&rev=2&employees=52",
  "/what-if?country=CZ&code=28.22&rev=2.1&employees=60",
  "/ai-act/result?role=deployer&annexIIIUse=employment_recruitment&emotionRecognition=yes&interactsWithPeople=yes",
  "/ai-act/result?role=deployer&otherProhibitedPractices=ba&otherProhibitedPractices=c&deepfake=yes",
  "/ai-act/result?role=provider",
  "/obligations?article=23",
  "/obligations/NIS2-21-2-E?country=CZ",
  "/questionnaire/result?mode=quick&risk_mgmt=yyp&incidents=nn&bcm=xxx",
];

/** Where the texts of the law stand, site by site; the last one is the version in force, for a list of sources. */
const ADDRESSES = [
  /^https:\/\/eur-lex\.europa\.eu\/eli\/(dir|reg|reg_impl|reco)\/\d{4}\/\d+\/(oj|\d{4}-\d\d-\d\d)\/(slk|ces|eng)(#(art_\d+|anx_[IVX]+|rct_\d+))?$/,
  /^https:\/\/static\.slov-lex\.sk\/static\/SK\/ZZ\/\d{4}\/\d+\/\d{8}\.html(#(paragraf-\d+[a-z]*(\.odsek-\d+[a-z]*)?(\.pismeno-[a-z]{1,2})?(\.bod-\d+)?|prilohy\.priloha-[a-z0-9_]+(\.oznacenie)?))?$/,
  /^https:\/\/e-sbirka\.gov\.cz\/sb\/\d{4}\/\d+(\/\d{4}-\d\d-\d\d(#par_\d+[a-z]?(-odst_\d+)?(-pism_[a-z]{1,2})?)?)?$/,
  /^https:\/\/www\.slov-lex\.sk\/ezbierky\/pravne-predpisy\/SK\/ZZ\/\d{4}\/\d+\/$/,
];

/** Citations that stand on a page without a link, each with the reason. */
const UNLINKED: readonly { readonly on: RegExp; readonly text: RegExp; readonly reason: string }[] = [
  {
    on: /^\/obligations(\?|$)/,
    text: /^(Článok|Článek|Article) \d+$/,
    reason: "heading of a group: each obligation below it cites the directive with a link",
  },
  {
    on: /^\/(what-if|docs\/methodology|sectors\/)/,
    text: /^(príloha|příloha|annex) I?I$/i,
    reason: "label of a row: the citations of the table stand beside it with links",
  },
  {
    on: /^\/incident$/,
    text: /^§ (16 odst|24 ods)\. /,
    reason: "template of a report, copied into a mail as plain text; the step above it cites the act with a link",
  },
  {
    on: /^\/(docs|firma|what-if)/,
    text: /^(prílohy|prílohe|přílohy|příloze|annex) I?I$/i,
    reason: "short form in a sentence about the sector, which cites the annex in full with a link beside it",
  },
  {
    on: /^\/docs\/(agents|rest|open-data|api)$/,
    text: /./,
    reason: "description of the interface for programs, quoted as programs get it",
  },
];

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ limits: GENEROUS });
});

afterAll(() => dosah.close());

const addresses = [...pages.map(({ path, example }) => example ?? path), ...STATES];

describe.each(LOCALES)("citations on pages in %s", (locale) => {
  test.each(addresses)("%s: each leads to the law or is on the list of those that do not", async (path) => {
    const html = await pageAt(path, locale);
    const left = unlinkedIn(html).filter(
      ({ text }) => !UNLINKED.some((one) => one.on.test(path) && one.text.test(text)),
    );
    expect(left).toEqual([]);
    for (const link of lawLinksIn(html)) {
      expect(link.href).toSatisfy((href: string) => ADDRESSES.some((known) => known.test(href)));
      expect(link.rel).toBe("external noopener");
      expect(link.target).toBeUndefined();
      // The text of another language is said to be one.
      if (link.hreflang !== undefined && link.hreflang !== locale) expect(link.inside).toContain("visually-hidden");
      if (link.hreflang !== undefined) expect(link.title).not.toBe("");
      if (link.href.startsWith("https://eur-lex")) expect(link.hreflang).toBe(locale);
    }
  });

  test("a verdict in scope links every step of its reasons", async () => {
    const html = await pageAt("/firma/sk/31322832", locale);
    expect(lawLinksIn(html).length).toBeGreaterThan(15);
    expect(html).not.toMatch(/<link[^>]*(slov-lex|e-sbirka|eur-lex)/);
  });
});

test("every reason on the list is needed", async () => {
  const needed = new Set<string>();
  for (const locale of LOCALES) {
    for (const path of addresses) {
      for (const { text } of unlinkedIn(await pageAt(path, locale))) {
        const known = UNLINKED.find((one) => one.on.test(path) && one.text.test(text));
        if (known !== undefined) needed.add(known.reason);
      }
    }
  }
  expect([...needed].sort()).toEqual(UNLINKED.map(({ reason }) => reason).sort());
});

test("a citation without a link is found out", () => {
  expect(unlinkedIn("<p>Podľa § 17 ods. 2 zákona č. 69/2018 Z. z.</p>")).toEqual([
    { text: "§ 17 ods. 2 zákona č. 69/2018 Z. z.", verdict: "confirmed" },
  ]);
  expect(unlinkedIn('<p>Podľa <a href="x">§ 17 ods. 2 zákona č. 69/2018 Z. z.</a></p>')).toEqual([]);
});

async function pageAt(path: string, locale: Locale): Promise<string> {
  const response = await dosah.fetch(`/${locale}${path}`, {});
  const html = await response.text();
  return html.slice(html.indexOf("<main"));
}

/** The citations of a page that stand in no link. */
function unlinkedIn(html: string) {
  return html
    .replace(/<a\b[^>]*>.*?<\/a>/gs, "<a>")
    .split(/<[^>]*>/)
    .map((part) => part.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("\u00a0", " "))
    .flatMap((part) => checkCitations(part, acts).citations.map(({ text, verdict }) => ({ text, verdict })));
}

function lawLinksIn(html: string) {
  return [...html.matchAll(/<a\b([^>]*\bclass="law"[^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", inside = ""]) => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    return {
      href: of("href") ?? "",
      hreflang: of("hreflang"),
      title: of("title"),
      rel: of("rel"),
      target: of("target"),
      inside,
    };
  });
}
