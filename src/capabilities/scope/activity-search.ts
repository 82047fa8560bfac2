import { z } from "zod";
import { COUNTRIES, type Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { SECTOR_IDS } from "../../knowledge/nis2-ids.ts";
import {
  type ActivityFinder,
  type ActivityHit,
  createActivityFinder,
  type JudgedCode,
} from "../../rules/activity-search/activity-search.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { describeNace } from "../answers/nace-description.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** More hits than a person reads; a service or code further down is found with one more word. */
const MOST_HITS = 20;

/** Nobody says in more characters what a firm does. */
export const LONGEST_ACTIVITY = 100;

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(2)
    .max(LONGEST_ACTIVITY)
    .describe(
      "What the firm does, in Slovak, Czech or English words (zváračňa, hosting, bakery), or a NACE code as it is " +
        "written (25.62, 25,62, C25.62). Case, diacritics and endings do not matter.",
    ),
  country: countryParameter
    .optional()
    .describe(
      "Country of the firm: services that its law does not know are left out, and the code is that of its law.",
    ),
  locale: localeParameter,
});

const nace = z.object({
  code: z.string().describe("Digits without dots."),
  revision: z.enum(NACE_REVISIONS),
  name: z.string().nullable(),
});

const sector = z.object({ id: z.enum(SECTOR_IDS), name: z.string().nullable(), annex: z.enum(["I", "II"]) });

const judgedCode = z.object({
  nace,
  sector: sector.nullable().describe("Sector of NIS2 that the code speaks for; null: not an activity of NIS2."),
  confidence: z
    .enum(["certain", "likely", "weak"])
    .nullable()
    .describe("How surely: with weak the code alone does not decide; null without a sector."),
});

const service = z.object({
  id: z.string().describe("Number in the annex to the Czech decree, or an id in words; state it in activities."),
  name: z.string().nullable(),
  sector: sector.nullable().describe("null: known to Czech law only."),
  nace: z.array(nace).describe("Typical codes."),
  condition: z.string().nullable().describe("What the Czech decree asks beside size, in words."),
  question: z.string().nullable().describe("The question of a verdict that answers the condition."),
  stated: z.array(z.string()).describe("The size-independent services it can be."),
});

const hit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("activity"),
    words: z.array(z.string()).describe("What people call it, in the language of the answer."),
    ...judgedCode.shape,
    otherRevision: judgedCode.describe("The usual code of the other revision; add one of the two, not both."),
    note: z.string().nullable(),
  }),
  z.object({ kind: z.literal("service"), service }),
  z.object({
    kind: z.literal("sector"),
    sector,
    services: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  }),
  z.object({ kind: z.literal("code"), ...judgedCode.shape }),
]);

const output = z.object({
  query: z.string().describe("The query as searched, trimmed."),
  country: z.enum(COUNTRIES).nullable(),
  readAs: z.enum(["code", "words"]),
  mustChoose: z
    .boolean()
    .describe("True for a code that means another activity in each revision: ask which one is meant, never assume."),
  question: z.string().nullable().describe("That question in words, else null."),
  count: z.number().int(),
  hits: z
    .array(hit)
    .describe(
      `Best first, at most ${MOST_HITS}. For a code: its meaning in each revision that has it; none: no such code.`,
    ),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string(),
});

export type ActivitySearchAnswer = z.output<typeof output>;

type Answer = ActivitySearchAnswer;
type Hit = z.output<typeof hit>;

/** Finds activity codes, services and sectors by words, for firms that do not know their code. */
export const activitySearch = defineCapability({
  name: "activity_search",
  access: "public",
  input,
  published: {
    title: "Activity search",
    description:
      "Finds NACE codes, regulated services and sectors by what a firm does, in words of three languages, and reads NACE codes " +
      "however they are written. Says which sector of NIS2 a hit belongs to. A code that means different things in NACE Rev. 2 " +
      "and Rev. 2.1 gives both meanings with mustChoose: true.",
    output,
  },
  rest: [{ method: "GET", path: "/api/activity-search", cost: { rows: ["activity_search"] }, rename: { q: "query" } }],
  web: { rows: ["web_lookup"] },
  run: ({ query, country = null, locale }, services): Answer => {
    const { knowledge } = services;
    const found = finderOf(knowledge).find(query, country, locale, MOST_HITS);
    const describe = new HitWriter(knowledge, groundingFor(services, locale), locale, country);
    const hits: Hit[] =
      found.readAs === "code"
        ? found.meanings.map((meaning) => ({ kind: "code", ...describe.judged(meaning) }))
        : found.hits.map((one) => describe.hit(one));
    const mustChoose = found.readAs === "code" && found.mustChoose;
    return {
      query,
      country,
      readAs: found.readAs,
      mustChoose,
      question: mustChoose ? WHICH[locale] : null,
      count: hits.length,
      hits,
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
});

const WHICH: Readonly<Record<Locale, string>> = {
  sk: "Ten istý kód znamená v starej a novej klasifikácii inú činnosť. Ktorú z nich máte na mysli?",
  cs: "Stejný kód znamená ve staré a nové klasifikaci jinou činnost. Kterou z nich máte na mysli?",
  en: "The same code means another activity in the old and the new classification. Which of the two do you mean?",
};

const finders = new WeakMap<Knowledge, ActivityFinder>();

/** The index, built at the first question and kept as long as its knowledge. */
function finderOf(knowledge: Knowledge): ActivityFinder {
  const known = finders.get(knowledge);
  if (known !== undefined) return known;
  const finder = createActivityFinder(knowledge);
  finders.set(knowledge, finder);
  return finder;
}

/** Writes hits in the words of one language; a text whose citation is not confirmed stays out. */
class HitWriter {
  readonly #knowledge: Knowledge;
  readonly #grounding: Grounding;
  readonly #locale: Locale;
  readonly #country: Country | null;

  constructor(knowledge: Knowledge, grounding: Grounding, locale: Locale, country: Country | null) {
    this.#knowledge = knowledge;
    this.#grounding = grounding;
    this.#locale = locale;
    this.#country = country;
  }

  hit(found: ActivityHit): Hit {
    switch (found.kind) {
      case "activity":
        return {
          kind: "activity",
          words: [...found.words],
          ...this.judged(found.suggested),
          otherRevision: this.judged(found.other),
          note: found.note === null ? null : this.#grounding.text(found.note),
        };
      case "service":
        return { kind: "service", service: this.#service(found.service) };
      case "sector": {
        const services = found.services.map(({ id, name }) => ({ id, name: this.#grounding.text(name) }));
        const { id, annex, name } = found.sector;
        return { kind: "sector", sector: { id, annex, name: this.#grounding.text(name) }, services };
      }
      case "code":
        return { kind: "code", ...this.judged(found.meaning) };
    }
  }

  judged({ code, row }: JudgedCode): z.output<typeof judgedCode> {
    return {
      nace: describeNace(code, this.#knowledge, this.#locale),
      sector: row === null ? null : this.#sector(row.sectorId),
      confidence: row?.confidence ?? null,
    };
  }

  #service(found: Extract<ActivityHit, { kind: "service" }>["service"]): z.output<typeof service> {
    const { id, name, CZ, stated, sector: sectorId } = found;
    const asked = this.#country === "SK" ? undefined : CZ;
    return {
      id,
      name: this.#grounding.text(name),
      sector: sectorId === undefined ? null : this.#sector(sectorId),
      nace: NACE_REVISIONS.flatMap((revision) =>
        found.nace[revision].map((code) => describeNace({ code, revision }, this.#knowledge, this.#locale)),
      ),
      condition: asked?.condition === undefined ? null : this.#grounding.text(asked.condition),
      question: asked?.question ?? null,
      stated: [...stated],
    };
  }

  #sector(id: z.output<typeof sector>["id"]): z.output<typeof sector> | null {
    const found = this.#knowledge.nis2.sectorById.get(id);
    return found === undefined ? null : { id, annex: found.annex, name: this.#grounding.text(found.name) };
  }
}
