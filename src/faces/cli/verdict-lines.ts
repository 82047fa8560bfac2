import type { CommonVerdict } from "../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace } from "../../core/nace.ts";

const text = {
  furtherOnly: {
    sk: "hlavná činnosť nie je známa; ďalšie:",
    cs: "hlavní činnost není známa; další:",
    en: "the main activity is not known; further ones:",
  },
  regime: { sk: "Vnútroštátny režim", cs: "Vnitrostátní režim", en: "National regime" },
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  could: { sk: "Čo by výsledok zmenilo", cs: "Co by výsledek změnilo", en: "What would change the result" },
  next: { sk: "Čo z toho vyplýva", cs: "Co z toho plyne", en: "What follows" },
  nextIf: {
    sk: "Čo platí, ak pod NIS2 spadá",
    cs: "Co platí, pokud pod NIS2 spadá",
    en: "What follows if NIS2 reaches it",
  },
  nextOpen: {
    sk: "Čo platí podľa odpovede na otvorené otázky",
    cs: "Co platí podle odpovědi na otevřené otázky",
    en: "What follows, depending on the open questions",
  },
} satisfies Record<string, Localized>;

/** A verdict as lines of plain text, in the order of the page: the answer, why, what could change it, what follows. */
export function verdictLines(answer: Omit<CommonVerdict, "country">, locale: Locale): string[] {
  const lines: string[] = [answer.headline ?? answer.category];
  const activity = answer.decidingNace ?? answer.nace;
  if (activity !== null) {
    const { code, revision, name } = activity;
    lines.push(`NACE ${formatNace(code)} (Rev. ${revision})${name === null ? "" : ` ${name}`}`);
  } else if (answer.otherNace.length > 0) {
    const codes = answer.otherNace.map(({ code, revision }) => `${formatNace(code)} (Rev. ${revision})`);
    lines.push(`NACE: ${text.furtherOnly[locale]} ${codes.join(", ")}`);
  }
  if (answer.nationalRegime !== null) lines.push(`${text.regime[locale]}: ${answer.nationalRegime.name}`);
  section(
    lines,
    text.why[locale],
    answer.trace.map((step) => withCitations(step.text ?? step.outcome, step.citations)),
  );
  section(
    lines,
    text.could[locale],
    answer.missingFacts.map((fact) => fact.question ?? fact.fact),
  );
  const isConditional = answer.nextSteps.some((step) => step.conditional);
  section(
    lines,
    (isConditional ? (answer.category === "unknown" ? text.nextIf : text.nextOpen) : text.next)[locale],
    answer.nextSteps.map(({ step, who, within, where, place, citation }) => {
      const details = [who, within, where, place?.url ?? null].filter((detail) => detail !== null).join("; ");
      return withCitations(details === "" ? (step ?? "") : `${step} (${details})`, citation === null ? [] : [citation]);
    }),
  );
  lines.push("", answer.disclaimer, `${answer.authority.name}: ${answer.authority.url}`);
  return lines;
}

function section(lines: string[], title: string, rows: readonly string[]): void {
  if (rows.length === 0) return;
  lines.push("", `${title}:`, ...rows.map((row) => `  - ${row}`));
}

function withCitations(sentence: string, citations: readonly string[]): string {
  return citations.length === 0 ? sentence : `${sentence} [${citations.join("; ")}]`;
}
