import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Sector } from "../../knowledge/nis2.ts";
import { SECTOR_IDS } from "../../knowledge/nis2-ids.ts";
import { matchNace, sectorOfCode } from "../../rules/nis2-scope/match-nace.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { describeNace } from "../answers/nace-description.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";

/** Everyday words of one sector on its tile, on its page, and those that each has at least. */
const WORDS = { tile: 3, page: 24, least: 5 } as const;

const listed = z.object({
  id: z.enum(SECTOR_IDS),
  annex: z.enum(["I", "II"]),
  name: z.string(),
  words: z.array(z.string()).describe("What people call activities of it."),
});

const output = z.object({
  sectors: z.array(listed).describe("All 18, in the order of the annexes."),
  sector: listed
    .extend({
      who: z.string().describe("Who is in it, in everyday words."),
      sizes: z.array(z.string()).describe("From which size on."),
      exceptions: z
        .array(
          z.object({
            country: z.enum(COUNTRIES),
            service: z.string().nullable().describe("The service that it is about; null: the sector."),
            text: z.string(),
            citation: z.string().nullable().describe("Its point of the decree; null: the text cites the law itself."),
          }),
        )
        .describe("What national law says of the size beside the general rule."),
      citations: z.array(z.object({ law: z.enum(["EU", "SK", "CZ"]), citations: z.array(z.string()) })),
      services: z.array(
        z.object({
          id: z.string().describe("Number in the annex to the Czech decree, or an id in words."),
          name: z.string().nullable(),
          isCzechOnly: z.boolean(),
        }),
      ),
      notIn: z
        .array(
          z.object({
            code: z.string(),
            revision: z.enum(NACE_REVISIONS),
            name: z.string().nullable(),
            reason: z.string(),
          }),
        )
        .describe("What people take for it: not in by this activity alone."),
    })
    .nullable()
    .describe("The one that was asked for; null for the list."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

const only = z
  .string()
  .optional()
  .describe(`One of them: ${SECTOR_IDS.join(", ")}.`);

/** The sectors of the directive in everyday words; `id`: one of them with what belongs to it and what does not. */
export const sectorGuide = defineCapability({
  name: "sector_guide",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  input: z.strictObject({ id: only, locale: localeParameter }),
  published: {
    title: "Sectors",
    description:
      "The 18 sectors of NIS2 in everyday words. Of one: who is in it, from which size, citations, regulated services, and " +
      "activities that people take for it and that are not in it by themselves.",
    output,
  },
  rest: [
    { method: "GET", path: "/api/sectors", cost: { constant: "version" }, only: ["locale"], maxAge: 3600 },
    { method: "GET", path: "/api/sectors/{id}", cost: { constant: "version" }, maxAge: 3600 },
  ],
  run: ({ id, locale }, services): z.output<typeof output> => {
    const { nis2, sectorGuide: guide, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const named = ({ id, annex, name }: Sector) => ({ id, annex, name: name[locale] });
    const sectors = nis2.sectors.map((sector) => ({
      ...named(sector),
      words: wordsOf(sector, services, locale).slice(0, WORDS.tile),
    }));
    const common = { sectors, indicative: true, disclaimer: DISCLAIMER[locale], dataAsOf: asOf } as const;
    if (id === undefined) return { ...common, sector: null };
    const sector = nis2.sectors.find((each) => each.id === id);
    if (sector === undefined) throw new ServiceError(unknownSector);
    const citations = (["EU", "SK", "CZ"] as const).map((law) => ({
      law,
      citations: grounding.eachCitation(sector.citations[law]).filter((citation) => citation !== null),
    }));
    const { codes, reason } = guide.notIn[sector.id] ?? { codes: [], reason: null };
    return {
      ...common,
      sector: {
        ...named(sector),
        who: guide.who[sector.id][locale],
        words: wordsOf(sector, services, locale).slice(0, WORDS.page),
        sizes: sizesOf(sector, services).map((size) => size[locale]),
        exceptions: exceptionsOf(sector, services, grounding, locale),
        citations,
        services: services.knowledge.activities.services
          .filter((service) => service.sector === sector.id)
          .map((service) => ({ id: service.id, name: grounding.text(service.name), isCzechOnly: !service.SK })),
        notIn: codes.map((code) => ({
          ...describeNace({ code, revision: "2" }, services.knowledge, locale),
          reason: reason?.[locale] ?? "",
        })),
      },
    };
  },
});

/** What people call activities of a sector: one word of each, then further ones where these are few. */
function wordsOf({ id }: Sector, { knowledge }: Services, locale: Locale): readonly string[] {
  const { nis2, activities, sectorGuide: guide } = knowledge;
  const own = activities.words.filter(({ nace, words }) => {
    if (guide.rows[id]?.includes(words.sk[0] ?? "") === true) return true;
    return NACE_REVISIONS.some((revision) => matchNace({ code: nace[revision], revision }, nis2)?.sectorId === id);
  });
  const sure = own.filter(({ nace }) =>
    NACE_REVISIONS.some((revision) => sectorOfCode({ code: nace[revision], revision }, nis2) === id),
  );
  // Where few codes speak for the sector by themselves, those that hint at it count too.
  const rows = sure.length >= WORDS.least ? sure : [...new Set([...sure, ...own])];
  const first = rows.flatMap(({ words }) => words[locale].slice(0, 1));
  const further = first.length < WORDS.least ? rows.flatMap(({ words }) => words[locale].slice(1)) : [];
  return [...new Set([...first, ...further])];
}

/** From which size on a firm of the sector is in, by the rules of its codes. */
function sizesOf(sector: Sector, services: Services) {
  const { sizes } = services.knowledge.sectorGuide;
  const rules = new Set(rulesOf(sector, services));
  return [
    ...(rules.has("medium-or-large") ? [sizes.medium] : []),
    ...(rules.has("any-size") ? [sizes.anySize] : []),
    ...(rules.has("special") ? [sizes.special] : []),
    ...(rules.has("medium-or-large") ? [sizes[`annex${sector.annex}`]] : []),
  ];
}

/** What Slovak law and, by its points, the Czech decree say beside the general rule of sizes. */
function exceptionsOf({ id }: Sector, { knowledge }: Services, grounding: Grounding, locale: Locale) {
  const { nis2, activities, sectorGuide: guide } = knowledge;
  const remarks = (guide.remarks[id] ?? []).flatMap(
    (named) => nis2.remarks.find((remark) => remark.id === named) ?? [],
  );
  const national = remarks.flatMap(({ country, text }) => {
    const said = grounding.text(text);
    return said === null ? [] : [{ country, service: null, text: said, citation: null }];
  });
  const points = activities.services
    .filter(({ sector }) => sector === id)
    .flatMap(({ id: point, name, CZ }) => {
      if (CZ === undefined) return [];
      const regimes = new Set(Object.values(CZ.bySize));
      const [only] = regimes.size === 1 ? regimes : [];
      const atAnySize = only === "higher" || only === "lower" ? guide.czech[only][locale] : null;
      const condition = CZ.condition === undefined ? null : grounding.text(CZ.condition);
      const text = [condition, atAnySize].filter((words) => words !== null).join("; ");
      const [citation = null] = grounding.eachCitation([`cz-408-2025 annex/${point}`]);
      if (text === "" || citation === null) return [];
      return [{ country: "CZ" as const, service: grounding.text(name), text, citation }];
    });
  return [...national, ...points];
}

/** How the size counts for the codes of a sector. */
function rulesOf({ id }: Sector, { knowledge: { nis2 } }: Services): readonly string[] {
  const rows = [...nis2.naceMap["2"].values(), ...nis2.naceMap["2.1"].values()];
  return rows.filter(({ sectorId }) => sectorId === id).map(({ sizeRule }) => sizeRule);
}

const unknownSector = {
  code: "not_found",
  message: {
    sk: "Taký sektor smernica NIS2 nepozná.",
    cs: "Takové odvětví směrnice NIS2 nezná.",
    en: "The NIS2 directive has no such sector.",
  },
  nextStep: {
    sk: "Vyberte jeden z 18 sektorov.",
    cs: "Vyberte jedno z 18 odvětví.",
    en: "Choose one of the 18 sectors.",
  },
  field: "id",
} as const;
