import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "../../src/core/locale.ts";
import { type Field, formOf, submitted } from "./read-form.fixture.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

/**
 * A visitor without a script who says in a word what they do: from the one field of the start page to a final verdict.
 * Every word leads to an activity; the usual run walks a few of them to the end, `npm run walk` all.
 */
const isFull = process.env.WALK === "full";
const EACH = isFull ? 1 : 16;

const words: Readonly<Record<Locale, readonly string[]>> = JSON.parse(
  readFileSync(`${import.meta.dirname}/everyday-words.json`, "utf8"),
); // a list of texts for each language

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

/** Types a word into the field of the start page. */
async function searched(word: string, locale: Locale): Promise<string> {
  const form = formOf(await open(`/${locale}`), "data-search");
  return open(`/${locale}/search?${submitted(form, { q: word })}`);
}

/** The ways that the first activity of a page offers. */
function choices(html: string): string[] {
  const [column = ""] = /<section data-column="activities"[\s\S]*?<\/section>/.exec(html) ?? [];
  return [...column.matchAll(/<a href="([^"]+)" data-choose/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
}

const COMPLETE = { sk: "Výsledok je úplný", cs: "Výsledek je úplný", en: "The result is complete" };

/** What a visitor of a small firm that is nothing special answers. */
function answersOf(fields: readonly Field[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { name, kind, value } of fields) {
    if (name === "employees") given[name] = "12";
    else if (name === "turnover" || name === "balance") given[name] = "1000";
    else if (name === "service") given[name] = "none";
    else if (name === "main" && kind === "radio") given[name] ??= value;
    else if (name.startsWith("a.") && kind === "text") given[name] = "0";
    else if (name.startsWith("a.") && ["no", "none", "other", "payment"].includes(value)) given[name] ??= value;
  }
  return given;
}

async function finish(address: string, locale: Locale): Promise<string> {
  let current = address;
  for (let round = 0; round < 8; round++) {
    const html = await open(current);
    if (html.includes(COMPLETE[locale])) return html;
    current = `/${locale}/what-if?${submitted(formOf(html, 'class="what-if"'), answersOf(formOf(html, 'class="what-if"')))}`;
  }
  throw new Error(`no end is reached: ${current}`);
}

test("there are 60 words and more in each language", () => {
  for (const locale of LOCALES) expect(new Set(words[locale]).size).toBeGreaterThanOrEqual(60);
});

describe.each(LOCALES)("in %s", (locale) => {
  const country = locale === "cs" ? "CZ" : "SK";

  test("every word leads from the field to an activity", async () => {
    const lost: string[] = [];
    for (const word of words[locale]) if (choices(await searched(word, locale)).length === 0) lost.push(word);
    expect(lost).toEqual([]);
  });

  test.each(words[locale].filter((_, index) => index % EACH === 0))(
    "from %s to a final verdict, without a script",
    async (word) => {
      const [first] = choices(await searched(word, locale)).filter((link) => link.includes(`country=${country}`));
      expect(first).toContain(`/${locale}/what-if?country=${country}`);
      expect(await finish(first ?? "", locale)).not.toContain('is-unknown">');
    },
    60_000,
  );
});
