import type { SupplierMigration, SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";

/** Why an answer of an older version does not carry over. */
export type LostReason = "replaced" | "removed" | "unknown" | "value";

export interface MigratedAnswers {
  /** Answers under the names of the newer version, still to be checked. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly lost: readonly { readonly id: string; readonly reason: LostReason }[];
}

/** Takes answers of an older version over into a newer one, by the table of the questionnaire. */
export function migrateAnswers(
  { converted, replaced, removed }: SupplierMigration,
  to: SupplierQuestionnaire,
  old: Readonly<Record<string, unknown>>,
): MigratedAnswers {
  const answers: Record<string, unknown> = {};
  const lost: { id: string; reason: LostReason }[] = [];
  for (const [id, value] of Object.entries(old)) {
    const conversion = converted.find(({ from }) => from === id);
    if (conversion !== undefined) {
      const made = value === null ? null : conversion.values[String(value)];
      if (made === undefined) lost.push({ id, reason: "value" });
      else answers[conversion.to] = made;
    } else if (replaced.includes(id)) lost.push({ id, reason: "replaced" });
    else if (removed.includes(id)) lost.push({ id, reason: "removed" });
    else if (to.fieldById.has(id)) answers[id] = value;
    else lost.push({ id, reason: "unknown" });
  }
  return { answers, lost };
}
