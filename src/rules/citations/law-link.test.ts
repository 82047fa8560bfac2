import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { citedReferences } from "../../knowledge/cited.fixture.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { loadLawLinks } from "../../knowledge/law-links.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { knowledgeTexts } from "../../knowledge/texts.ts";
import { currentTextAddress, lawLink, lawLinkOfText } from "./law-link.ts";
import { linkKnowledge } from "./linked-knowledge.fixture.ts";

const { acts } = knowledge;
const context = { acts, lawLinks: loadLawLinks(KNOWLEDGE_DIR, acts) };

const EU = "https://eur-lex.europa.eu/eli";
const SK = "https://static.slov-lex.sk/static/SK/ZZ";
const CZ = "https://e-sbirka.gov.cz/sb";
const SK_ACT = `${SK}/2018/69/20260101.html`;
const CZ_ACT = `${CZ}/2025/264/2025-11-01`;

/** The patterns that every address must match (site by site). */
const PATTERNS = [
  /^https:\/\/eur-lex\.europa\.eu\/eli\/(dir|reg|reg_impl|reco)\/\d{4}\/\d+\/(oj|\d{4}-\d\d-\d\d)\/(slk|ces|eng)(#(art_\d+|anx_[IVX]+|rct_\d+))?$/,
  /^https:\/\/static\.slov-lex\.sk\/static\/SK\/ZZ\/\d{4}\/\d+\/\d{8}\.html(#(paragraf-\d+[a-z]*(\.odsek-\d+[a-z]*)?(\.pismeno-[a-z]{1,2})?(\.bod-\d+)?|prilohy\.priloha-[a-z0-9_]+(\.oznacenie)?))?$/,
  /^https:\/\/www\.slov-lex\.sk\/ezbierky\/pravne-predpisy\/SK\/ZZ\/\d{4}\/\d+\/$/,
  /^https:\/\/e-sbirka\.gov\.cz\/sb\/\d{4}\/\d+\/\d{4}-\d\d-\d\d(#par_\d+[a-z]?(-odst_\d+)?(-pism_[a-z]{1,2})?)?$/,
];

function addressOf(reference: string, locale: Locale): string {
  const found = lawLink(reference, locale, context);
  if (found.kind === "none") throw new Error(`${reference} has no link: ${found.reason}`);
  expect(found.link.level).toBe(found.link.url.includes("#") ? "unit" : "act");
  return found.link.url;
}

describe("a citation leads to the place of the law", () => {
  test.each<[string, Locale, string]>([
    ["nis2 21(2)(a)", "sk", `${EU}/dir/2022/2555/oj/slk#art_21`],
    ["nis2 21(2)(a)", "cs", `${EU}/dir/2022/2555/oj/ces#art_21`],
    ["nis2 annex I/8", "en", `${EU}/dir/2022/2555/oj/eng#anx_I`],
    ["cir-2024-2690 annex/6.10", "en", `${EU}/reg_impl/2024/2690/oj/eng`],
    ["cir-2024-2690 3", "cs", `${EU}/reg_impl/2024/2690/oj/ces#art_3`],
    ["ai-act 50(1)", "sk", `${EU}/reg/2024/1689/2026-07-27/slk#art_50`],
    ["ai-act 4a", "sk", `${EU}/reg/2024/1689/2026-07-27/slk`],
    ["ai-act annex III/5(b)", "cs", `${EU}/reg/2024/1689/2026-07-27/ces#anx_III`],
    ["cra 13(19)", "cs", `${EU}/reg/2024/2847/oj/ces#art_13`],
    ["cra annex I part II/5", "sk", `${EU}/reg/2024/2847/oj/slk#anx_I`],
    ["sme-recommendation annex:6", "sk", `${EU}/reco/2003/361/oj/slk`],
    ["sk-69-2018 17(1)(c)/5", "cs", `${SK_ACT}#paragraf-17.odsek-1.pismeno-c.bod-5`],
    ["sk-69-2018 34b(1)", "en", `${SK_ACT}#paragraf-34b.odsek-1`],
    ["sk-69-2018 4(b)", "sk", `${SK_ACT}#paragraf-4`],
    ["sk-69-2018 annex 1", "sk", `${SK_ACT}#prilohy.priloha-priloha_c_1k_zakonu_c_69_2018_z_z`],
    [
      "sk-226-2025 annex 1",
      "sk",
      `${SK}/2025/226/20250901.html#prilohy.priloha-priloha_c_1_k_vyhlaske_c_226_2025_z_z.oznacenie`,
    ],
    ["sk-366-2024 I", "sk", `${SK}/2024/366/20250101.html`],
    ["cz-264-2025 16(3)(a)", "sk", `${CZ_ACT}#par_16-odst_3-pism_a`],
    ["cz-264-2025 14(1)(a)/6", "cs", `${CZ_ACT}#par_14-odst_1-pism_a`],
    ["cz-264-2025 5(a)", "en", `${CZ_ACT}#par_5-pism_a`],
    ["cz-408-2025 annex/16.13", "cs", `${CZ}/2025/408/2025-11-01`],
    ["nis2", "en", `${EU}/dir/2022/2555/oj/eng`],
  ])("%s for a reader of %s", (reference, locale, address) => {
    expect(addressOf(reference, locale)).toBe(address);
  });

  test("an act of the Union is shown in the language of the reader, a national one in its own", () => {
    for (const locale of LOCALES) {
      expect(lawLink("nis2 21", locale, context)).toMatchObject({ link: { language: locale } });
      expect(lawLink("sk-69-2018 17(2)", locale, context)).toMatchObject({ link: { language: "sk" } });
      expect(lawLink("cz-264-2025 6(1)", locale, context)).toMatchObject({ link: { language: "cs" } });
    }
  });

  test("the title says what the address shows, no more", () => {
    const title = (reference: string, locale: Locale) => {
      const found = lawLink(reference, locale, context);
      return found.kind === "link" ? found.link.title : undefined;
    };
    expect(title("nis2 21(2)(a)", "sk")).toBe("čl. 21 smernice (EÚ) 2022/2555");
    expect(title("cra annex I part II/5", "en")).toBe("Annex I to Regulation (EU) 2024/2847");
    expect(title("ai-act 4a", "en")).toBe("Regulation (EU) 2024/1689");
    expect(title("sk-69-2018 4(b)", "cs")).toBe("§ 4 zákona č. 69/2018 Z. z.");
    expect(title("cz-408-2025 annex/16.13", "cs")).toBe("vyhláška č. 408/2025 Sb.");
  });
});

describe("a citation in words", () => {
  test("leads to the same place as its reference", () => {
    expect(lawLinkOfText("§ 17 ods. 2 zákona č. 69/2018 Z. z.", "sk", context)).toEqual(
      lawLink("sk-69-2018 17(2)", "sk", context),
    );
    expect(lawLinkOfText("Article 21(2)(a) of Directive (EU) 2022/2555", "en", context)).toEqual(
      lawLink("nis2 21(2)(a)", "en", context),
    );
  });

  test("of several places leads to the first", () => {
    const first = lawLink("cz-264-2025 15", "cs", context);
    expect(lawLinkOfText("§ 15 až 17 zákona č. 264/2025 Sb.", "cs", context)).toEqual(first);
    expect(first).toMatchObject({ link: { url: `${CZ_ACT}#par_15` } });
  });
});

describe("no link is made", () => {
  const none = (reason: string) => ({ kind: "none", reason });

  test.each([
    "nis2 99",
    "nis2 21(9)",
    "cra 1",
    "cra 13(18)",
    "cra annex I part II/3",
    "sk-69-2018 23",
    "not a reference",
    "",
  ])("for %j", (reference) => {
    expect(lawLink(reference, "sk", context)).toEqual(none("not_confirmed"));
  });

  test.each([
    "Article 99 of Directive (EU) 2022/2555",
    "§ 17 of an act nobody named",
    "no citation at all",
    "Article 21 and Article 99 of Directive (EU) 2022/2555",
  ])("for the words %j", (words) => {
    expect(lawLinkOfText(words, "en", context)).toEqual(none("not_confirmed"));
  });

  test("for an act of which nobody wrote down where its text stands", () => {
    const lawLinks = new Map([...context.lawLinks].filter(([act]) => act !== "nis2"));
    expect(lawLink("nis2 21", "sk", { acts, lawLinks })).toEqual(none("no_address"));
  });
});

test("a list of sources can lead to the version in force today", () => {
  expect(currentTextAddress("sk-69-2018", context.lawLinks)).toBe(
    "https://www.slov-lex.sk/ezbierky/pravne-predpisy/SK/ZZ/2018/69/",
  );
  expect(currentTextAddress("cz-264-2025", context.lawLinks)).toBe("https://e-sbirka.gov.cz/sb/2025/264");
  expect(currentTextAddress("nis2", context.lawLinks)).toBeNull();
  expect(currentTextAddress("cra", context.lawLinks)).toBeNull();
});

test("everything that can be cited, and anything else, gets an address of a known form or none", () => {
  for (const act of acts.acts) {
    for (const unit of act.units) {
      for (const locale of LOCALES) {
        const found = lawLink(`${act.id} ${unit}`, locale, context);
        if (found.kind === "none") expect(found.reason).toBe("no_address");
        else expect(PATTERNS.filter((pattern) => pattern.test(found.link.url))).toHaveLength(1);
      }
    }
  }
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...LOCALES), (text, locale) => {
      expect(lawLink(text, locale, context).kind).toBe("none");
    }),
  );
});

describe("the citations of the knowledge", () => {
  const cited = citedReferences(KNOWLEDGE_DIR, acts);
  const texts = knowledgeTexts(KNOWLEDGE_DIR);
  const { linked, unlinked } = linkKnowledge(cited, texts, context);

  test("are several hundred places of every registered act", () => {
    expect(linked.length).toBeGreaterThan(300);
    const named = new Set(linked.map(({ reference }) => reference.split(" ")[0]));
    expect([...context.lawLinks.keys()].filter((act) => !named.has(act))).toEqual([]);
  });

  test("all have a link, or a reason why not: an act without an address", () => {
    const known = new Set([...context.lawLinks.keys()]);
    for (const { reference, reason } of unlinked) {
      expect(reason, reference).toBe("no_address");
      expect(known.has(reference.split(" ")[0] ?? ""), reference).toBe(false);
    }
  });

  test("that lose the address of their act are listed with the reason", () => {
    const lawLinks = new Map([...context.lawLinks].filter(([act]) => act !== "gdpr"));
    const without = linkKnowledge(cited, texts, { acts, lawLinks }).unlinked;
    expect(without.length).toBeGreaterThan(0);
    for (const place of without) {
      expect(place.reason).toBe("no_address");
      expect(place.reference).toMatch(/^gdpr/);
    }
  });

  test("lead where the reviewed list says", async () => {
    const lines = linked.map(({ reference, links }) => `${reference} ${links.sk.url}`);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("law-links.snapshot.txt");
  });
});

test.each([
  ["an act that is not registered", "law-links.yaml", "gdpr:", "gdpt:", /law-links\.yaml:\d+ gdpt: no act/],
  ["a site nobody knows", "law-links.yaml", "site: e-sbirka", "site: zakonyprolidi", /cz-264-2025.site/],
  ["a version in the form of another site", "law-links.yaml", '"20250101"', '"2025-01-01"', /sk-366-2024.version/],
  ["an annex that the act does not have", "law-links.yaml", '    "3": priloha', '    "9": priloha', /no such annex/],
])("%s stops the start", (_case, file, from, to, message) => {
  expect(() => loadLawLinks(editedKnowledge(file, from, to), acts)).toThrow(message);
});
