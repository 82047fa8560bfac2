import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareServices, unlimited } from "../../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../../capabilities/calling/call.ts";
import { rowCounting } from "../../../capabilities/calling/count-rows.ts";
import { identifyNobody } from "../../../capabilities/calling/principal.ts";
import { capabilities } from "../../../capabilities/index.ts";
import { createLawLinking } from "../../../capabilities/law/law-linking.ts";
import { ruleSetOf } from "../../../capabilities/law/rule-set.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { operatorOf } from "../../../config/operator.ts";
import { readConfig } from "../../../config.ts";
import { LOCALES, type Locale } from "../../../core/locale.ts";
import { createSealing } from "../../../identity/sealing.ts";
import { loadKnowledge } from "../../../knowledge/knowledge.ts";
import { KNOWLEDGE_DIR } from "../../../knowledge/load.ts";
import { createWeb } from "../web.ts";

/** The only later entry of the copy: what was a medium-sized enterprise of 60 becomes a small one. */
const LATER = `
- from: 2026-12-01
  micro: { staffBelow: 15, turnoverUpTo: 3000000, balanceSheetUpTo: 3500000 }
  small: { staffBelow: 70, turnoverUpTo: 12500000, balanceSheetUpTo: 13000000 }
  medium: { staffBelow: 1300, turnoverUpTo: 66000000, balanceSheetUpTo: 57000000 }
  citations: ["sme-recommendation annex:2", nis2 2(1)]
`;

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-knowledge-"));
  cpSync(KNOWLEDGE_DIR, dir, { recursive: true });
  const file = join(dir, "nis2", "size-thresholds.yaml");
  const [first = ""] = readFileSync(file, "utf8").split(/^- from: \d/m);
  writeFileSync(file, `${first.trimEnd()}\n${LATER}`);
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The real capabilities and pages over the changed copy of the knowledge, on a day. */
function serviceOn(day: string) {
  const services = bareServices(loadKnowledge(dir), { today: () => day });
  const call = createCall(services, unlimited);
  const app = createWeb({
    call,
    identify: identifyNobody,
    counting: rowCounting(unlimited),
    now: Date.now,
    passkeyQuestion: () => ({ options: "{}", challenge: "" }),
    sealing: createSealing(Buffer.alloc(32)),
    signIn: { password: true, registration: "open", provider: "Firma ID" },
    isMailSet: true,
    capabilities,
    limits: [],
    lawLinking: createLawLinking(services.knowledge),
    rules: ruleSetOf(services.knowledge),
    operator: operatorOf(readConfig({})),
    auditDays: 730,
    openapi: () => ({ openapi: "3.1.0", info: { title: "", version: "" }, paths: {}, components: {} }),
    clientAddress: () => null,
    baseUrl: "http://localhost:3000",
    version: "0.1.0",
    log: { error: (details) => expect.unreachable(String(details)), warn: () => undefined },
  });
  return {
    categoryOf: async (employees: number) => {
      const facts = { country: "SK", nace: [{ code: "35.11" }], employees };
      const { answer } = await call(scopeEvaluate, facts, [], { address: null });
      return answer.category;
    },
    /** The words of a page, a blank between elements. */
    words: async (locale: Locale, path: string) => {
      const response = await app.request(`/${locale}${path}`);
      expect(response.status).toBe(200);
      return (await response.text())
        .replace(/<[^>]+>/g, " ")
        .replaceAll("&lt;", "<")
        .replace(/[\s\u00a0]+/g, " ");
    },
  };
}

const pages = ["/docs/methodology", "/what-if", "/what-if?country=SK&code=35.11&rev=2&employees=60"];

const sentence: Record<Locale, (staff: number) => string> = {
  sk: (staff) => `Podnik, ktorý má aspoň ${staff} zamestnancov, je teda aspoň stredný`,
  cs: (staff) => `Podnik, který má alespoň ${staff} zaměstnanců, je tedy alespoň střední`,
  en: (staff) => `An enterprise with a staff of ${staff} or more is therefore at least medium-sized`,
};

describe("a dated threshold that was changed in knowledge alone", () => {
  test("changes the verdict from its day on", async () => {
    expect(await serviceOn("2026-11-30").categoryOf(60)).toBe("important");
    expect(await serviceOn("2026-12-01").categoryOf(60)).toBe("out_of_scope");
  });

  test.each(LOCALES)("changes the tables and the sentence of every page from the same day on (%s)", async (locale) => {
    const before = serviceOn("2026-11-30");
    const after = serviceOn("2026-12-01");
    for (const page of pages) {
      const old = await before.words(locale, page);
      expect(old, page).toContain("< 50");
      expect(old, page).toContain(sentence[locale](50));
      const words = await after.words(locale, page);
      for (const figure of ["< 15", "< 70", /< 1[\s,.]?300/, /12[,.]5/, "66", "57"])
        expect(words, page).toMatch(figure);
      for (const figure of ["< 10 ", "< 50", "< 250", "43 mil", "€43"]) expect(words, page).not.toContain(figure);
      expect(words, page).toContain(sentence[locale](70));
      expect(words, page).not.toContain(sentence[locale](50));
    }
  });

  test("takes the page of the verdict along: its sentence says the same as its table", async () => {
    const asked = "/what-if?country=SK&code=35.11&rev=2&employees=60";
    expect(await serviceOn("2026-11-30").words("sk", asked)).toContain("Dôležitý subjekt");
    expect(await serviceOn("2026-12-01").words("sk", asked)).toMatch(/ide teda o malý podnik/);
  });
});

test("the matrix has the category of every size; sizes with the same categories share a column", async () => {
  const { words } = serviceOn("2026-11-21");
  const page = await words("en", "/docs/methodology");
  expect(page).toContain("Sector Micro-enterprise / Small enterprise Medium-sized enterprise Large enterprise");
  expect(page).toContain("Annex I Out of scope Important entity Essential entity");
  expect(page).toContain("Annex II Out of scope Important entity Important entity");
  expect(page).toContain("Public electronic communications Important entity Essential entity Essential entity");
});
