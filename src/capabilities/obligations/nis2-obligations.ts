import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { plural } from "../../core/text.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { type Catalog, catalogOf, catalogSchema, LAWS, sourcesOf } from "./obligation-catalog.ts";
import { obligationLines } from "./obligation-lines.ts";

const input = z.strictObject({
  country: countryParameter
    .optional()
    .describe(
      "Only obligations for which a provision of this country was found, without the law of the other country. Those left out are in withoutNationalLaw.",
    ),
  code: z.string().max(40).optional().describe("Only this obligation, for example NIS2-21-2-A."),
  detail: z
    .enum(["full", "concise"])
    .default("full")
    .describe("concise: code, article, name and interval of each obligation, under 2,000 tokens; then ask by code."),
  locale: localeParameter,
});

const whole = catalogSchema.shape.items.element;
const basis = whole.shape.legalBasis;

/** What `concise` leaves out may be missing, and the law of a country that was not asked for. */
const output = catalogSchema.extend({
  items: z.array(
    whole.extend({
      description: whole.shape.description.optional(),
      legalBasis: basis
        .partial({ SK: true, CZ: true })
        .optional()
        .describe(basis.description ?? ""),
      questions: whole.shape.questions.optional(),
      legalBasisMatch: whole.shape.legalBasisMatch.partial({ SK: true, CZ: true }).optional(),
    }),
  ),
  sources: catalogSchema.shape.sources.optional(),
  withoutNationalLaw: z
    .array(z.string())
    .optional()
    .describe("Only with country: codes of the obligations for which no provision of this country was found."),
});

type Answer = z.output<typeof output>;

/** Some callers send an empty text for what they leave out. */
function isAsked(code: string | undefined): code is string {
  return code !== undefined && code.trim() !== "";
}

/** The catalog of NIS2 obligations with their national law (docs/specification.md, `nis2_obligations.what`). */
export const nis2Obligations = defineCapability({
  name: "nis2_obligations",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  input,
  published: {
    title: { sk: "Povinnosti NIS2", cs: "Povinnosti NIS2", en: "NIS2 obligations" },
    description:
      "The catalog of NIS2 obligations: code, article of the directive, name, description, recommended review interval, " +
      "and the legal basis in Slovak, Czech and EU law. The same for every category of entity. The whole catalog is long: " +
      "begin with detail: concise, then ask for an obligation by its code.",
    output,
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: ({ count }, locale) => summaries[locale](count) },
  cli: {
    words: "obligations",
    help: "what NIS2 asks of a firm: all obligations, or one with its law",
    lines: obligationLines,
  },
  check: ({ code }, { knowledge }) => {
    if (isAsked(code) && !knowledge.obligations.byCode.has(code.toUpperCase())) throw new ServiceError(unknownCode);
  },
  run: ({ country, code, detail, locale }, services): Answer => {
    const catalog = catalogOf(services, locale);
    if (country === undefined && !isAsked(code) && detail === "full") return catalog;
    const named = catalog.items.filter((item) => !isAsked(code) || item.code === code.toUpperCase());
    const items = named.filter((item) => country === undefined || hasLawOf(country, item));
    const laws = country === undefined ? LAWS : [country, "EU" as const];
    const found = items.flatMap((item) => services.knowledge.obligations.byCode.get(item.code) ?? []);
    const { version, indicative, disclaimer, dataAsOf } = catalog;
    return {
      version,
      count: items.length,
      items: items.map((item) => (detail === "concise" ? conciseOf(item) : ofCountry(item, country))),
      ...(detail === "concise" ? {} : { sources: sourcesOf(found, laws, services, locale) }),
      ...(country === undefined
        ? {}
        : { withoutNationalLaw: named.filter((item) => !hasLawOf(country, item)).map((item) => item.code) }),
      indicative,
      disclaimer,
      dataAsOf,
    };
  },
});

type Item = Catalog["items"][number];

const hasLawOf = (country: Country, { legalBasisMatch }: Item) => legalBasisMatch[country] !== "none";

function conciseOf({ code, article, name, reviewIntervalMonths }: Item): Answer["items"][number] {
  return { code, article, name, reviewIntervalMonths };
}

/** The item with the law of this country and of the EU; of both countries where none was asked for. */
function ofCountry(item: Item, country: Country | undefined): Answer["items"][number] {
  if (country === undefined) return item;
  const { legalBasis, legalBasisMatch } = item;
  return {
    ...item,
    legalBasis: { [country]: legalBasis[country], EU: legalBasis.EU },
    legalBasisMatch: { [country]: legalBasisMatch[country], EU: legalBasisMatch.EU },
  };
}

const unknownCode: Problem = {
  code: "invalid_arguments",
  field: "code",
  message: {
    sk: "Povinnosť s týmto kódom v katalógu nie je.",
    cs: "Povinnost s tímto kódem v katalogu není.",
    en: "The catalog has no obligation with this code.",
  },
  nextStep: {
    sk: "Pošlite kód z katalógu; všetky kódy vráti nis2_obligations s detail: concise.",
    cs: "Pošlete kód z katalogu; všechny kódy vrátí nis2_obligations s detail: concise.",
    en: "Send a code of the catalog; nis2_obligations with detail: concise returns all of them.",
  },
};

const summaries: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `Katalóg NIS2: ${count} ${plural(count, { one: "povinnosť", few: "povinnosti", other: "povinností" }, "sk")} s právnym základom v slovenskom, českom a európskom práve.`,
  cs: (count) =>
    `Katalog NIS2: ${count} ${plural(count, { one: "povinnost", few: "povinnosti", other: "povinností" }, "cs")} s právním základem ve slovenském, českém a evropském právu.`,
  en: (count) =>
    `NIS2 catalog: ${count} ${plural(count, { one: "obligation", other: "obligations" }, "en")} with the legal basis in Slovak, Czech and EU law.`,
};
