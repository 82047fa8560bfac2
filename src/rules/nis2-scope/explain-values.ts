import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace } from "../../core/nace.ts";
import { formatDay, formatNumber } from "../../core/text.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { SentenceSlot } from "../../knowledge/nis2-text-schemas.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { expandCitations } from "../citations/expand.ts";
import { formatCitation } from "../citations/format.ts";
import type { TraceValue } from "./verdict.ts";

/**
 * Where the facts came from: a register, what others published (the shipped sample), or somebody who typed them
 * (what-if). `silent`: a register too, but the fact
 * that decides could only have come from a source that did not answer.
 */
export type FactsOrigin = "register" | "published" | "typed" | "silent";

/** What every part of an explanation needs. */
export interface Speech {
  readonly knowledge: Nis2Knowledge;
  readonly acts: ActRegistry;
  readonly locale: Locale;
  /** The services that somebody stated. */
  readonly services: readonly RegulatedService[];
  /** Names of the registers that do not answer and would decide, as a list in words; empty where none is. */
  readonly silent: { readonly names: string; readonly isSeveral: boolean };
}

/** Values of a sentence, already in the words of the locale. */
export type SlotValues = Partial<Record<SentenceSlot, string>>;

const SLOT = /\{([a-zA-Z]+)\}/g;

/** A citation at the end of a sentence brings the full stop of its gazette: `Z. z.` and `Sb.` */
const FULL_STOP_TWICE = /(Z\. z|Sb)\.\./g;

/** A whole sentence: its values filled in, then its citations written out. A value that is missing is a mistake. */
export function say(sentence: Localized, values: SlotValues, { locale, acts }: Speech): string {
  const known: Readonly<Partial<Record<string, string>>> = values;
  const filled = sentence[locale].replace(SLOT, (whole, slot: string) => {
    const value = known[slot];
    if (value === undefined && !acts.byId.has(slot)) throw new Error(`no value for ${whole} in: ${sentence.en}`);
    return value ?? whole;
  });
  return expandCitations(filled, locale, acts).replace(FULL_STOP_TWICE, "$1.");
}

/** Citations in their full form. */
export function cite(references: readonly string[], { locale, acts }: Speech): string[] {
  return references.map((reference) => formatCitation(reference, locale, acts));
}

/** The facts of a trace step as the words a sentence shows: codes with dots, names instead of ids, days in words. */
export function slotValuesOf(
  facts: Readonly<Record<string, TraceValue>>,
  speech: Speech,
  country: "SK" | "CZ",
): SlotValues {
  const { knowledge, locale } = speech;
  const { texts } = knowledge;
  const values: SlotValues = { register: speech.silent.names };
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) continue;
    const text = String(value);
    if (name === "code") values.code = formatNace(text);
    else if (name === "revision") values.revision = text;
    else if (name === "size") values.size = named(texts.sizes, text, locale);
    else if (name === "service") values.service = named(texts.services, text, locale);
    else if (name === "engineCategory") values.engineCategory = named(texts.categories, text, locale);
    else if (name === "registerCategory") values.registerCategory = named(texts.categories, text, locale);
    else if (name === "updatedAt") values.updatedAt = formatDay(text, locale);
    else if (name === "ceasedOn") values.ceasedOn = formatDay(text, locale);
    else if (name === "legalForm") values.legalForm = knowledge.legalForms[country].get(text)?.name[locale] ?? text;
    else if (name === "question") values.question = questionText(text, locale, knowledge);
    else if (name === "answer") values.answer = answerWords(String(facts.question), value, locale, knowledge);
    else if (name === "activity") values.activity = speech.services.find(({ id }) => id === text)?.name[locale] ?? text;
    else if (name === "point") values.point = cite([text], speech).join(", ");
    else if (name === "sector") Object.assign(values, sectorValues(text, speech));
  }
  const { employeesMin: min, employeesMax: max } = facts;
  if (typeof min === "number") values.employees = headcountText(min, typeof max === "number" ? max : null, speech);
  return values;
}

/** A question without its question mark, to stand in quotation marks; for a part of one, the label of its field. */
function questionText(id: string, locale: Locale, { missingFactById, weakActivities, answers }: Nis2Knowledge): string {
  const question = (missingFactById.get(id) ?? weakActivities.get(id))?.question[locale];
  if (question !== undefined) return question;
  const control = answers.get(id)?.control;
  return control?.kind === "number" ? control.label[locale] : id;
}

/** An answer in words: yes or no, a number with its unit, the names of the options. */
export function answerWords(id: string, value: TraceValue, locale: Locale, { answers }: Nis2Knowledge): string {
  if (typeof value === "boolean") return (value ? YES : NO)[locale];
  const control = answers.get(id)?.control;
  if (typeof value === "number") {
    const unit = control?.kind === "number" && control.unit !== undefined ? ` ${control.unit}` : "";
    return `${formatNumber(value, locale)}${unit}`;
  }
  const options = control !== undefined && "options" in control ? (control.options ?? []) : [];
  const named = String(value ?? "")
    .split(" ")
    .map((each) => options.find((option) => option.id === each)?.name[locale] ?? each);
  return named.join(", ");
}

const YES: Localized = { sk: "áno", cs: "ano", en: "yes" };
const NO: Localized = { sk: "nie", cs: "ne", en: "no" };

/** Name and citation of a sector, for a sentence. */
export function sectorValues(id: string, speech: Speech): SlotValues {
  const sector = speech.knowledge.sectorById.get(id);
  if (sector === undefined) return {};
  return { sector: sector.name[speech.locale], sectorCitation: cite(sector.citations.EU, speech).join(", ") };
}

function headcountText(min: number, max: number | null, { knowledge, locale }: Speech): string {
  const from = formatNumber(min, locale);
  if (min === max) return from;
  const { range, atLeast } = knowledge.texts.employees;
  const pattern = (max === null ? atLeast : range)[locale];
  return pattern.replace("{min}", from).replace("{max}", max === null ? "" : formatNumber(max, locale));
}

function named(names: Readonly<Partial<Record<string, Localized>>>, id: string, locale: Locale): string {
  return names[id]?.[locale] ?? id;
}
