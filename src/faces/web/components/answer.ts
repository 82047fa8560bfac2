import { parseAmount } from "../../../capabilities/scope/typed-number.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";

/** How a question is answered: by yes or no, by a number, by one of its options or by several of them. */
export interface Answering {
  readonly kind: string;
  readonly options?: readonly { readonly value: string; readonly name: string }[] | undefined;
  /** Of a number: a whole one. */
  readonly whole?: boolean | undefined;
  readonly unit?: string | undefined;
  /** Another field answers it, and here it can be said that there is none. */
  readonly none?: boolean | undefined;
}

/** An answer as capabilities take and give it. */
export type Answer = boolean | number | string | readonly string[];

/** The answers that questions have in common. */
export const ANSWERS = {
  yes: { sk: "Áno", cs: "Ano", en: "Yes" },
  no: { sk: "Nie", cs: "Ne", en: "No" },
  unknown: { sk: "Neviem", cs: "Nevím", en: "I don’t know" },
  none: { sk: "Nič z toho", cs: "Nic z toho", en: "None of these" },
} satisfies Record<string, Localized>;

/** Some of the common answers as options. */
export function commonOptions(locale: Locale, ...values: readonly (keyof typeof ANSWERS)[]) {
  return values.map((value) => ({ value, name: ANSWERS[value][locale] }));
}

/**
 * Reads what was typed or ticked, from an address or a form. "I don't know" and what is no option are no answer:
 * `undefined`. A text where a number belongs is `wrong`.
 */
export function readAnswer(
  { kind, options = [], whole, none }: Answering,
  typed: readonly string[],
): Answer | undefined {
  const known = options.map(({ value }) => value);
  const [first] = typed;
  if (kind === "group") return first === "yes" ? true : first === "no" ? false : undefined;
  if (none === true) return first === "no" ? false : undefined;
  if (kind === "boolean") return first === "yes" ? true : first === "no" ? false : undefined;
  if (kind === "choice") return known.find((value) => value === first);
  if (kind === "list") {
    if (typed.includes("none")) return [];
    const chosen = typed.filter((value) => known.includes(value));
    return chosen.length === 0 ? undefined : chosen;
  }
  const text = numberIn(options, typed);
  if (text === undefined && typed.includes("yes")) return true;
  if (text === undefined) return typed.find((value) => known.includes(value));
  const number = parseAmount(text);
  return typeof number === "number" && whole === true && !Number.isInteger(number) ? "wrong" : number;
}

/** What was typed beside the options of a number; a yes is one that lacks its figure. */
export function numberIn(options: readonly { readonly value: string }[], typed: readonly string[]): string | undefined {
  return typed.find(
    (value) => value !== "unknown" && value !== "yes" && options.every((option) => option.value !== value),
  );
}

/** An answer as it would be typed or ticked. */
export function typedAnswer(value: Answer | null | undefined): readonly string[] {
  if (typeof value === "boolean") return [value ? "yes" : "no"];
  if (typeof value === "object" && value !== null) return value.length === 0 ? ["none"] : value;
  return value === null || value === undefined ? [] : [String(value)];
}

/** An answer in words: yes and no, numbers with their unit, options by their names. */
export function answerWords({ options = [], unit }: Omit<Answering, "kind">, value: Answer, locale: Locale): string {
  if (typeof value === "boolean") return ANSWERS[value ? "yes" : "no"][locale];
  if (typeof value === "number") return `${formatNumber(value, locale)}${unit === undefined ? "" : ` ${unit}`}`;
  const chosen = typeof value === "string" ? [value] : value;
  if (chosen.length === 0) return ANSWERS.none[locale];
  return chosen.map((each) => options.find((option) => option.value === each)?.name ?? each).join(", ");
}
