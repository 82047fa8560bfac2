import { z } from "zod";
import type { Locale, Localized } from "../../core/locale.ts";
import type { AiActKnowledge } from "../../knowledge/ai-act.ts";
import { DERIVED_DEFAULTS, type FactField } from "../../knowledge/ai-act-ids.ts";
import { ROLES } from "../../rules/ai-act/facts.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";

const input = z.strictObject({ locale: localeParameter });

/** The questions behind `ai_act_classify` for people: what to ask, in which order, with help and examples. */
export const aiActQuestions = defineCapability({
  name: "ai_act_questions",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input,
  run: ({ locale }, services) => {
    const { aiAct, acts, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const confirmedTexts = {
      questions: aiAct.questions.flatMap(({ field, onlyIf = [], ...words }) => {
        const question = grounding.text(words.question);
        const options = optionsOf(field, aiAct, locale, grounding);
        if (question === null) return [];
        const help = grounding.text(words.help);
        return [
          { field, kind: kindOf(field), question, help, onlyIf, options, assumed: assumed(field, services, grounding) },
        ];
      }),
      classes: [...aiAct.classes.values()].flatMap(({ id, ...words }) => {
        const name = grounding.text(words.name);
        const meaning = grounding.text(words.meaning);
        return name === null || meaning === null ? [] : [{ id, name, meaning }];
      }),
    };
    return {
      ...confirmedTexts,
      sources: ["ai-act", "ai-omnibus"].flatMap((id) => {
        const act = acts.byId.get(id);
        if (act === undefined) return [];
        const name = locale === "en" ? act.names.en : act.names[locale].nominative;
        return [{ name, url: act.source, checkedOn: act.checkedOn }];
      }),
      ...(grounding.isWhole() ? {} : { groundingNote: somethingLeftOut[locale] }),
      dataAsOf: asOf,
    };
  },
});

function kindOf(field: FactField): "yes_no" | "choice" | "several" | "day" {
  switch (field) {
    case "role":
    case "annexIIIUse":
    case "annexIIIException":
      return "choice";
    case "otherProhibitedPractices":
      return "several";
    case "asOf":
      return "day";
    default:
      return "yes_no";
  }
}

/** An option whose text or citation is not confirmed is left out: nobody could know what they choose. */
function optionsOf(field: FactField, aiAct: AiActKnowledge, locale: Locale, grounding: Grounding) {
  if (field === "role") {
    return ROLES.map((value) => ({ value, label: roleNames[value][locale], remark: null, citation: null }));
  }
  return choices(field, aiAct).flatMap(({ value, label, remark, citation }) => {
    const name = grounding.text(label);
    const cited = grounding.citations([citation])?.[0];
    const limits = remark === undefined ? null : grounding.text(remark);
    if (name === null || cited === undefined || (remark !== undefined && limits === null)) return [];
    return [{ value, label: name, remark: limits, citation: cited }];
  });
}

interface Choice {
  readonly value: string;
  readonly label: Localized;
  readonly remark?: Localized | undefined;
  readonly citation: string;
}

function choices(field: FactField, { uses, exceptions, practices }: AiActKnowledge): Choice[] {
  switch (field) {
    case "annexIIIUse":
      return [...uses.values()]
        .filter(({ id }) => !DERIVED_USES.has(id))
        .map(({ id, name, remark, citation }) => ({ value: id, label: name, remark, citation }));
    case "annexIIIException":
      return [...exceptions.values()].map(({ id, name, citation }) => ({ value: id, label: name, citation }));
    case "otherProhibitedPractices":
      return [...practices.values()]
        .filter(({ stated }) => stated)
        .map(({ letter, title, limit, citation }) => ({ value: letter, label: title, remark: limit, citation }));
    default:
      return [];
  }
}

/** Points 1(b) and 1(c) of Annex III have questions of their own. */
const DERIVED_USES: ReadonlySet<string> = new Set(["biometric_categorisation", "emotion_recognition"]);

function assumed(field: FactField, { knowledge }: Services, grounding: Grounding): string | null {
  const entry = knowledge.aiAct.assumptions.get(field);
  const isDerived = DERIVED_DEFAULTS.some((derived) => derived === field);
  return entry === undefined || isDerived ? null : grounding.text(entry.text);
}

const roleNames: Readonly<Record<(typeof ROLES)[number], Localized>> = {
  deployer: {
    sk: "Systém používame (nasadzujúci subjekt)",
    cs: "Systém používáme (zavádějící subjekt)",
    en: "We use the system (deployer)",
  },
  provider: {
    sk: "Systém vyvíjame a uvádzame na trh pod svojím menom (poskytovateľ)",
    cs: "Systém vyvíjíme a uvádíme na trh pod svým jménem (poskytovatel)",
    en: "We develop the system and place it on the market under our name (provider)",
  },
};

const somethingLeftOut: Localized = {
  sk: "Niektorá otázka alebo možnosť tu chýba, lebo jej citáciu sa nepodarilo overiť.",
  cs: "Některá otázka nebo možnost zde chybí, protože se její citaci nepodařilo ověřit.",
  en: "A question or an option is missing here because its legal citation could not be confirmed.",
};
