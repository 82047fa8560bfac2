import type { Child } from "hono/jsx";
import { expect, test } from "vitest";
import { createLawLinking } from "../../../capabilities/law/law-linking.ts";
import type { Locale } from "../../../core/locale.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { ActSource, Citation, LawText, PageLawContext } from "./law-text.tsx";

const linking = createLawLinking(knowledge);

function shown(locale: Locale, child: Child): string {
  return String(<PageLawContext.Provider value={{ locale, linking }}>{child}</PageLawContext.Provider>).replaceAll(
    "\u00a0",
    " ",
  );
}

test("a citation in a sentence is a link, the rest of the sentence stays", () => {
  const html = shown("sk", <LawText text="Oznámte to podľa § 17 ods. 2 zákona č. 69/2018 Z. z. do 60 dní." />);
  expect(html).toBe(
    'Oznámte to podľa <a class="law" href="https://static.slov-lex.sk/static/SK/ZZ/2018/69/20260101.html#paragraf-17.odsek-2" hreflang="sk" title="§ 17 ods. 2 zákona č. 69/2018 Z. z." rel="external noopener">§ 17 ods. 2 zákona č. 69/2018 Z. z.</a> do 60 dní.',
  );
});

test("a text of the law in another language says so to a screen reader", () => {
  const html = shown("en", <Citation citation="§ 15(4) of Act No. 264/2025 Sb." />);
  expect(html).toContain('hreflang="cs"');
  expect(html).toContain('<span class="visually-hidden"> (in Czech)</span>');
  expect(shown("cs", <Citation citation="§ 15 odst. 4 zákona č. 264/2025 Sb." />)).not.toContain("visually-hidden");
});

test("what is not confirmed stays plain text", () => {
  expect(shown("sk", <Citation citation="§ 999 zákona č. 69/2018 Z. z." />)).toBe("§ 999 zákona č. 69/2018 Z. z.");
  expect(shown("sk", <LawText text="podľa § 999 zákona č. 69/2018 Z. z." />)).not.toContain("<a");
  expect(String(<Citation citation="§ 17 zákona č. 69/2018 Z. z." />)).not.toContain("<a");
});

test("what looks like markup is escaped, in a link and beside it", () => {
  const html = shown("en", <LawText text="<b>Article 21 of Directive (EU) 2022/2555</b>" />);
  expect(html).not.toContain("<b>");
  expect(html).toContain("&lt;b&gt;<a");
});

test("an act in a list of sources leads to what was read and to what is in force", () => {
  const html = shown("sk", <ActSource name="zákon č. 69/2018 Z. z." url="https://x.test" checkedOn="2026-11-20" />);
  expect(html).toContain("https://static.slov-lex.sk/static/SK/ZZ/2018/69/20260101.html");
  expect(html).toContain("https://www.slov-lex.sk/ezbierky/pravne-predpisy/SK/ZZ/2018/69/");
  expect(html).toContain("aktuálne znenie");
  const union = shown("sk", <ActSource name="smernica (EÚ) 2022/2555" url="https://x.test" checkedOn="2026-11-20" />);
  expect(union).not.toContain("aktuálne znenie");
});
