import { z } from "zod";
import { inForce } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { formatNumber, plural } from "../../core/text.ts";
import type { MapRow, Nis2Knowledge, SizeThresholds } from "../../knowledge/nis2.ts";
import { categoryOf } from "../../rules/nis2-scope/decide-by-activity.ts";
import { groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** The ceilings of enterprise sizes that are in force today, and the category that follows by annex and size. */
export const sizeThresholds = defineCapability({
  name: "size_thresholds",
  access: "public",
  dependsOn: ({ knowledge, today }) => [knowledge, today()],
  keepsNoAnswers: true,
  input: z.strictObject({ locale: localeParameter }),
  run: ({ locale }, services) => {
    const { nis2 } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const thresholds = inForce(nis2.sizeThresholds, services.today());
    return {
      ceilings: thresholds === undefined ? [] : ceilingsOf(thresholds),
      explanation: thresholds === undefined ? null : grounding.text(explain(thresholds)),
      ceilingCitations: grounding.eachCitation(thresholds?.citations ?? []),
      matrix: matrixOf(nis2),
      matrixCitations: grounding.eachCitation(matrixReferences(nis2)),
    };
  },
});

function ceilingsOf(thresholds: SizeThresholds) {
  return (["micro", "small", "medium"] as const).map((size) => ({
    size,
    staffBelow: thresholds[size].staffBelow,
    turnoverUpToEur: thresholds[size].turnoverUpTo,
    balanceSheetUpToEur: thresholds[size].balanceSheetUpTo,
  }));
}

/** Annex to Recommendation 2003/361/EC, Article 2, in a sentence, with the figure below which a firm is small. */
function explain({ small: { staffBelow } }: SizeThresholds): Localized {
  const staff = {
    sk: plural(staffBelow, { one: "zamestnanca", few: "zamestnancov", other: "zamestnancov" }, "sk"),
    cs: plural(staffBelow, { one: "zaměstnance", few: "zaměstnance", other: "zaměstnanců" }, "cs"),
  };
  return {
    sk: `Hranicu počtu zamestnancov treba dodržať vždy, z dvoch finančných hraníc stačí jedna. Podnik, ktorý má aspoň ${formatNumber(staffBelow, "sk")} ${staff.sk}, je teda aspoň stredný aj pri malom obrate; podnik, ktorý ich má menej, je stredný, len ak presiahne obe finančné hranice malého podniku.`,
    cs: `Hranici počtu zaměstnanců je třeba dodržet vždy, ze dvou finančních hranic stačí jedna. Podnik, který má alespoň ${formatNumber(staffBelow, "cs")} ${staff.cs}, je tedy alespoň střední i při malém obratu; podnik, který jich má méně, je střední, jen pokud překročí obě finanční hranice malého podniku.`,
    en: `The headcount limit must always be met; of the two financial limits, one is enough. An enterprise with a staff of ${formatNumber(staffBelow, "en")} or more is therefore at least medium-sized even with a small turnover; one with fewer is medium-sized only if it exceeds both financial limits of a small enterprise.`,
  };
}

/** One line for every annex and size rule that the NACE map holds, its categories decided by the rules. */
function matrixOf({ naceMap }: Nis2Knowledge) {
  const rows = new Map<string, MapRow>();
  for (const row of [...naceMap["2"].values(), ...naceMap["2.1"].values()]) {
    // A special row leads to no category by size.
    if (row.sizeRule !== "special") rows.set(`${row.sizeRule === "any-size" ? 1 : 0} ${row.annex}`, row);
  }
  return [...rows.entries()]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, row]) => ({
      annex: row.annex,
      anySize: row.sizeRule === "any-size",
      categories: {
        micro: categoryOf(row, { category: "micro" }),
        small: categoryOf(row, { category: "small" }),
        medium: categoryOf(row, { category: "medium" }),
        large: categoryOf(row, { category: "large" }),
      },
    }));
}

/** The provisions that the trace cites for the cells of the matrix, each once. */
function matrixReferences({ trace: { category: texts } }: Nis2Knowledge): string[] {
  const outcomes = [
    texts.below_medium,
    texts.annex_one_large,
    texts.annex_one_medium,
    texts.annex_two,
    texts.telecom_small,
    texts.telecom_medium,
  ];
  return [...new Set(outcomes.flatMap(({ citations }) => citations))];
}
