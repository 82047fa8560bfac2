import type { AnswerOf } from "../../capabilities/capability.ts";
import type { operatorScan } from "../../capabilities/scans/operator-scan.ts";
import { namesLine } from "../../capabilities/scans/scan-words.ts";
import { readAsSentence } from "../../capabilities/scans/typed-domain.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";
import { printable } from "./command.ts";

type Result = AnswerOf<typeof operatorScan>;
type Check = Result["checks"][number];

const text = {
  score: { sk: "Technické skóre", cs: "Technické skóre", en: "Technical score" },
  none: { sk: "bez skóre", cs: "bez skóre", en: "no score" },
  fail: { sk: "nevyhovuje", cs: "nevyhovuje", en: "fails" },
  warn: { sk: "zlepšiť", cs: "zlepšit", en: "improve" },
  unseen: { sk: "Nevideli sme", cs: "Neviděli jsme", en: "Not seen" },
} satisfies Record<string, Localized>;

const passed: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `V poriadku: ${count} ${plural(count, { one: "kontrola", few: "kontroly", other: "kontrol" }, "sk")}.`,
  cs: (count) => `V pořádku: ${count} ${plural(count, { one: "kontrola", few: "kontroly", other: "kontrol" }, "cs")}.`,
  en: (count) => `${count} ${plural(count, { one: "check", other: "checks" }, "en")} passed.`,
};

/** A scan on a terminal: the score, what calls for action with its remedy, what was not seen. */
export function scanLines(result: Result, locale: Locale): string[] {
  const { domain, profile, error, scores, checks, counts, readAs } = result;
  const said = readAs === null ? [] : [readAsSentence[readAs](domain ?? "")[locale]];
  if (error !== null) return [...said, `${domain}: ${error.message}`];
  const names = namesLine(result, locale);
  const score = scores.technical === null ? text.none[locale] : `${scores.technical}/100`;
  const calling = checks
    .filter(({ status }) => status === "fail" || status === "warn")
    .toSorted((a, b) => b.weight - a.weight || a.status.localeCompare(b.status));
  return [
    ...said,
    `${domain} (${profile}): ${text.score[locale]} ${score}`,
    ...(names === null ? [] : [names]),
    ...calling.flatMap((check) => findingLines(check, locale)),
    passed[locale](counts.pass),
    ...checks
      .filter(({ status }) => status === "error")
      .map(({ title, finding }) => `${text.unseen[locale]}: ${title}. ${finding}`),
  ];
}

function findingLines({ status, title, finding, remedy, untrusted }: Check, locale: Locale): string[] {
  const seen = Object.values(untrusted)
    .flat()
    .filter((value) => value !== null)
    .map((value) => `    > ${printable(value)}`);
  return [
    `- [${status === "fail" ? text.fail[locale] : text.warn[locale]}] ${title}: ${finding}`,
    ...seen,
    `    ${remedy}`,
  ];
}
