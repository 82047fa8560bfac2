import { CATEGORIES, type Category } from "../../../core/company.ts";
import type { Locale } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { categoryNames } from "../components/category-mark.tsx";
import type { Verdict } from "./verdict-names.ts";

/** The verdict that a form was sent from. */
export interface Before {
  readonly category: Category;
  readonly open: number;
}

/** As a hidden field carries it: `unknown.9`. */
export function writeBefore({ category, missingFacts }: Pick<Verdict, "category" | "missingFacts">): string {
  return `${category}.${missingFacts.length}`;
}

/** `undefined` for what no form of ours sends. */
export function readBefore(text: string | null): Before | undefined {
  const [, name, open] = /^([a-z_]+)\.(\d{1,3})$/.exec(text ?? "") ?? [];
  const category = CATEGORIES.find((known) => known === name);
  return category === undefined ? undefined : { category, open: Number(open) };
}

const answersOf: Readonly<Record<Locale, (was: number, is: number) => string>> = {
  sk: (was, is) =>
    `Otvorených odpovedí bolo ${was}, teraz ${plural(is, { one: "je", few: "sú", other: "je" }, "sk")} ${is}.`,
  cs: (was, is) =>
    `Otevřených odpovědí bylo ${was}, teď ${plural(is, { one: "je", few: "jsou", other: "je" }, "cs")} ${is}.`,
  en: (was, is) => `Open answers: ${was} before, ${is} now.`,
};

const turned: Readonly<Record<Locale, (from: string, to: string) => string>> = {
  sk: (from, to) => `Po vašej odpovedi: z „${from}“ na „${to}“.`,
  cs: (from, to) => `Po vaší odpovědi: z „${from}“ na „${to}“.`,
  en: (from, to) => `After your answer: from “${from}” to “${to}”.`,
};

const same: Readonly<Record<Locale, (category: string) => string>> = {
  sk: (category) => `Nezmenilo sa nič: „${category}“.`,
  cs: (category) => `Nic se nezměnilo: „${category}“.`,
  en: (category) => `Nothing changed: “${category}”.`,
};

/** What an answer changed, said where it was given. */
export function ChangedLine({ before, verdict, locale }: { before: Before; verdict: Verdict; locale: Locale }) {
  const { category, missingFacts } = verdict;
  const name = (each: Category) => {
    const words = categoryNames[each][locale];
    return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  };
  const line =
    before.category === category ? same[locale](name(category)) : turned[locale](name(before.category), name(category));
  return (
    <p
      role="status"
      class="changed-line"
      data-changed={String(before.category !== category)}
      data-from={before.category}
      data-to={category}
    >
      {line} {answersOf[locale](before.open, missingFacts.length)}
    </p>
  );
}
