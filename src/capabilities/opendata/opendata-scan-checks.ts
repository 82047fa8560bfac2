import { z } from "zod";
import { SCAN_CATEGORIES, SCAN_EFFORTS, SCAN_PROFILES, SCAN_ROLES } from "../../core/scan-checks.ts";
import type { ScanCheckTexts } from "../../knowledge/scan.ts";
import type { Check } from "../../scanner/checks/check.ts";
import { CHECKS, SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { RULE_SET_VERSION } from "../../scanner/judge.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LICENCE } from "./dataset-content.ts";

const input = z.strictObject({ locale: localeParameter });

const text = z.string().nullable().describe("null: a citation in it is not confirmed.");

const output = z.object({
  ruleSetVersion: z.string().describe("Version of the checks; a new one whenever the same site is judged differently."),
  count: z.number().int(),
  checks: z.array(
    z.object({
      id: z.enum(SCAN_CHECK_IDS),
      category: z.enum(SCAN_CATEGORIES),
      weight: z.number().int().describe("3 high, 2 medium, 1 low, 0 for information only."),
      profile: z.enum(SCAN_PROFILES).describe("full: only after the ownership of the domain was proved."),
      article: z.array(z.string()).describe("Letters of Article 21(2) of Directive (EU) 2022/2555."),
      obligations: z.array(z.string()).describe("Codes of the obligation catalog."),
      legalReferences: z.array(text),
      notes: z.array(text).describe("Which part of a provision is meant."),
      title: text,
      why: text,
      remedy: text,
      effort: z.enum(SCAN_EFFORTS),
      who: z.enum(SCAN_ROLES).describe("Who usually carries the remedy out."),
      references: z.array(z.string()).describe("Standards, not law."),
    }),
  ),
  orientation: text.describe("Whom Implementing Regulation (EU) 2024/2690 binds."),
  licence: z.object({ id: z.literal(LICENCE.id), name: z.string(), url: z.string(), attribution: z.string() }),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;

/** The checks of the domain scan as open data: what is looked at, why, what it means in law and what to do. */
export const opendataScanChecks = defineCapability({
  name: "opendata_scan_checks",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  input,
  published: {
    title: "Checks of the domain scan as open data",
    description:
      "The checks of the domain scan: weight, profile, letters of Article 21(2), obligations, provisions, why each matters and what to do.",
    output,
  },
  rest: [{ method: "GET", path: "/api/opendata/scan-checks", cost: { rows: ["rest_opendata_files"] }, maxAge: 300 }],
  run: ({ locale }, services): Answer => {
    const { scan, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const checks = CHECKS.flatMap((check) => {
      const texts = scan.checks.get(check.id);
      return texts === undefined ? [] : [describe(check, texts, grounding)];
    });
    const { id, name, url, attribution } = LICENCE;
    return {
      ruleSetVersion: RULE_SET_VERSION,
      count: checks.length,
      checks,
      orientation: grounding.text(scan.orientation),
      licence: { id, name, url, attribution: attribution[locale] },
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

function describe(check: Check, texts: ScanCheckTexts, grounding: Grounding): Answer["checks"][number] {
  const { id, weight, profile, article } = check;
  const category = SCAN_CATEGORIES.find((each) => id.startsWith(`${each}.`)) ?? "web";
  return {
    id,
    category,
    weight,
    profile,
    article: [...article],
    obligations: [...texts.obligations],
    legalReferences: grounding.eachCitation(texts.legalReferences),
    notes: texts.notes.map((note) => grounding.text(note)),
    title: grounding.text(texts.title),
    why: grounding.text(texts.why),
    remedy: grounding.text(texts.remedy),
    effort: texts.effort,
    who: texts.who,
    references: [...texts.references],
  };
}
