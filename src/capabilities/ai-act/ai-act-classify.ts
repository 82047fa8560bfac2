import { z } from "zod";
import type { Day } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import { AI_CLASSES, FACT_FIELDS } from "../../knowledge/ai-act-ids.ts";
import { assumptionsOf, gravestFirst } from "../../rules/ai-act/assumptions.ts";
import { type Classification, classifyAiSystem } from "../../rules/ai-act/classify.ts";
import { ROLES, resolveFacts } from "../../rules/ai-act/facts.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { aiActParameters } from "./ai-act-parameters.ts";

const statement = z.object({ id: z.string(), text: z.string(), citations: z.array(z.string()) });

const output = z.object({
  class: z.enum(AI_CLASSES).nullable().describe("The strictest class that holds; null when the case is not covered."),
  covered: z.boolean().describe("False for a provider: the classifier covers deployers only."),
  classes: z.array(z.enum(AI_CLASSES)).describe("All classes that hold, strictest first."),
  complete: z.boolean().describe("True when no field that was not given could change the answer."),
  headline: z.string().describe("The answer in one line, in the locale."),
  role: z.enum(ROLES),
  asOf: z.string().describe("Day as of which the duties were judged."),
  reasons: z.array(statement),
  obligations: z.array(
    z.object({
      id: z.string(),
      addressee: z.enum(["deployer", "provider"]).describe("provider: what the firm has to ask of its supplier."),
      text: z.string(),
      note: z.string().nullable().describe("Limits of the duty and what the input cannot express."),
      citation: z.string(),
      appliesFrom: z.string(),
      appliesAsOf: z.boolean().describe("True when the duty applies on the day `asOf`."),
    }),
  ),
  notes: z.array(statement).describe("What else to know about a high-risk system."),
  fines: z.array(statement).describe("What a breach of the duties can cost; empty for a provider."),
  reservations: z.array(statement).describe("What the answer takes no account of."),
  assumptions: z
    .array(
      z.object({
        field: z.enum(FACT_FIELDS),
        value: z.union([z.string(), z.boolean(), z.array(z.string())]),
        text: z.string(),
        couldBecome: z.array(z.enum(AI_CLASSES)).describe("Classes that another value of this field would give."),
      }),
    )
    .describe("Fields that were not given, with the value that was used, where another value would change the answer."),
  groundingNote: z
    .string()
    .optional()
    .describe("Present when an item was left out because its citation was not confirmed."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

export type AiActAnswer = z.output<typeof output>;

/** Indicative class of an AI system for its deployer (docs/specification.md, `ai_act_classify.what`). */
export const aiActClassify = defineCapability({
  name: "ai_act_classify",
  access: "public",
  dependsOn: ({ knowledge, today }) => [knowledge, today()],
  input: aiActParameters,
  published: {
    title: { sk: "Zaradenie podľa aktu o AI", cs: "Zařazení podle aktu o AI", en: "AI Act classification" },
    description:
      "Indicative class (prohibited, high_risk, transparency, minimal) of an AI system that a firm uses as deployer, under Regulation (EU) 2024/1689 " +
      "as amended by Regulation (EU) 2026/1744, with reasons, citations and duties with the day from which each applies. A field that is not given counts as no; " +
      "`assumptions` lists those that matter. Out of scope: a provider's own duties, general-purpose models, Annex I, national rules. Not a legal opinion.",
    output,
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: (answer) => answer.headline },
  rest: [{ method: "POST", path: "/api/ai-act-classify", cost: { rows: ["web_page"] } }],
  run: ({ locale, asOf: askedDay, ...stated }, services): AiActAnswer => {
    const { aiAct, asOf: dataAsOf } = services.knowledge;
    const asOf = askedDay ?? services.today();
    const facts = resolveFacts(stated);
    const found = classifyAiSystem(facts, aiAct, asOf);
    const grounding = groundingFor(services, locale);
    const confirmedTexts = {
      reasons: statements(found.reasons, grounding),
      obligations: obligations(found.obligations, grounding),
      notes: statements(found.notes, grounding),
      fines: statements(found.fines, grounding),
      reservations: statements(found.reservations, grounding),
      assumptions: gravestFirst(assumptionsOf(stated, aiAct, asOf, askedDay !== undefined)).flatMap(
        ({ field, value, text, couldBecome }) => {
          const confirmed = grounding.text(text);
          if (confirmed === null) return [];
          return [
            {
              field,
              value: typeof value === "object" ? [...value] : value,
              text: confirmed,
              couldBecome: [...couldBecome],
            },
          ];
        },
      ),
    };
    return {
      class: found.class,
      covered: found.covered,
      classes: [...found.classes],
      complete: confirmedTexts.assumptions.every(({ field }) => field === "asOf"),
      headline: headline(found, asOf, services, locale),
      role: facts.role,
      asOf,
      ...confirmedTexts,
      ...(grounding.isWhole() ? {} : { groundingNote: somethingLeftOut[locale] }),
      indicative: true,
      disclaimer: disclaimer[locale],
      dataAsOf,
    };
  },
});

/** A statement is left out whole when its text or one of its citations is not confirmed. */
function statements(found: Classification["reasons"], grounding: Grounding): AiActAnswer["reasons"] {
  return found.flatMap(({ id, text, citations }) => {
    const confirmed = grounding.text(text);
    const cited = grounding.citations(citations);
    return confirmed === null || cited === null ? [] : [{ id, text: confirmed, citations: cited }];
  });
}

function obligations(found: Classification["obligations"], grounding: Grounding): AiActAnswer["obligations"] {
  return found.flatMap(({ id, addressee, text, note, citation, appliesFrom, appliesAsOf }) => {
    const confirmed = grounding.text(text);
    const limits = note === null ? null : grounding.text(note);
    const [cited] = grounding.citations([citation]) ?? [];
    if (confirmed === null || cited === undefined || (note !== null && limits === null)) return [];
    return [{ id, addressee, text: confirmed, note: limits, citation: cited, appliesFrom, appliesAsOf }];
  });
}

function headline(found: Classification, asOf: Day, { knowledge }: Services, locale: Locale): string {
  if (found.class === null) return notCovered[locale];
  const name = knowledge.aiAct.classes.get(found.class)?.name[locale] ?? found.class;
  const own = found.obligations.filter(({ addressee }) => addressee === "deployer");
  const line = counts[locale](
    name,
    own.length,
    own.filter(({ appliesAsOf }) => appliesAsOf).length,
    formatDay(asOf, locale),
  );
  const bans = found.obligations.filter(({ id }) => id.startsWith("cease-prohibited-"));
  const first = bans.map(({ appliesFrom }) => appliesFrom).sort()[0];
  // A prohibition may apply from a later day: the class names it, this sentence says from when.
  return first === undefined || first <= asOf ? line : `${line} ${banFrom[locale](formatDay(first, locale))}`;
}

const counts: Readonly<Record<Locale, (name: string, all: number, applying: number, day: string) => string>> = {
  sk: (name, all, applying, day) =>
    `${name}. Povinnosti nasadzujúceho subjektu: ${all}, z toho ku dňu ${day} platí: ${applying}.`,
  cs: (name, all, applying, day) =>
    `${name}. Povinnosti zavádějícího subjektu: ${all}, z toho ke dni ${day} platí: ${applying}.`,
  en: (name, all, applying, day) =>
    `${name}. Duties of the deployer: ${all}, of which already applicable on ${day}: ${applying}.`,
};

const banFrom: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Zákaz sa uplatňuje od ${day}.`,
  cs: (day) => `Zákaz se použije od ${day}.`,
  en: (day) => `The prohibition applies from ${day}.`,
};

const notCovered: Readonly<Record<Locale, string>> = {
  sk: "Klasifikátor pokrýva iba nasadzujúce subjekty; firma vystupuje ako poskytovateľ.",
  cs: "Klasifikátor pokrývá pouze zavádějící subjekty; firma vystupuje jako poskytovatel.",
  en: "The classifier covers deployers only; the firm acts as provider.",
};

const somethingLeftOut: Readonly<Record<Locale, string>> = {
  sk: "Niektorý dôvod alebo povinnosť tu chýba, lebo ich citáciu sa nepodarilo overiť.",
  cs: "Některý důvod nebo povinnost zde chybí, protože se jejich citaci nepodařilo ověřit.",
  en: "A reason or an obligation is missing here because its legal citation could not be confirmed.",
};

const disclaimer: Readonly<Record<Locale, string>> = {
  sk: "Orientačné zaradenie podľa zadaných skutočností, nie právne stanovisko. Nezohľadňuje vnútroštátne predpisy, modely AI na všeobecné účely ani systémy, ktoré sú bezpečnostným komponentom výrobku alebo samy takým výrobkom (napríklad zdravotníckou pomôckou). Záväzne rozhodujú orgány dohľadu nad trhom a súdy.",
  cs: "Orientační zařazení podle zadaných skutečností, nikoli právní stanovisko. Nezohledňuje vnitrostátní předpisy, obecné modely AI ani systémy, které jsou bezpečnostní součástí výrobku nebo samy takovým výrobkem (například zdravotnickým prostředkem). Závazně rozhodují orgány dozoru nad trhem a soudy.",
  en: "An indicative classification from the given facts, not a legal opinion. It takes no account of national rules, of general-purpose AI models, or of systems that are a safety component of a product or such a product themselves (a medical device, for example). Binding decisions are made by market surveillance authorities and courts.",
};
