import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import { dayOf } from "../../core/day.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { checksumBeside } from "../../sources/registers/snapshot/importing/checksum-file.ts";
import { sha256InThread } from "../../sources/registers/snapshot/importing/checksum-thread.ts";
import { FORMER_SCHEMA, schemaOf } from "../../sources/registers/snapshot/layout/schema.ts";
import { openReadOnly, openSnapshot, readState } from "../../sources/registers/snapshot/serving/open.ts";
import { buildOptions } from "../open-registers.ts";

const DAY_MS = 86_400_000;

/** Is the register file whole, is it old, and is it made by the rules of this version? */
export async function checkSnapshot(options: {
  readonly dataDir: string;
  readonly registersMaxAgeDays: number;
  readonly knowledge: () => Knowledge;
  readonly now: () => Date;
}): Promise<readonly Finding[]> {
  const { dataDir: dir, knowledge, now, registersMaxAgeDays } = options;
  const file = join(dir, "registers", "registers.db");
  if (!existsSync(file)) return [{ check: "snapshot", code: "snapshot_none" }];
  try {
    const expected = checksumBeside(file);
    if (expected !== undefined && (await sha256InThread(file)) !== expected) {
      return [damaged("its bytes do not have the SHA-256 that stands beside it.")];
    }
    const snapshot = openSnapshot(file);
    try {
      const holdings = snapshot.holdings();
      const firms = holdings.reduce((sum, { companies }) => sum + companies, 0);
      return [
        { check: "snapshot", code: expected === undefined ? "snapshot_unchecked" : "snapshot_ok", values: { firms } },
        ageOf(holdings, dayOf(new Date(now().getTime() - registersMaxAgeDays * DAY_MS))),
        ...madeBy(file, buildOptions({ dir, knowledge: knowledge(), now }).rulesVersion),
      ];
    } finally {
      snapshot.close();
    }
  } catch (cause) {
    return [damaged(cause instanceof Error ? cause.message : String(cause))];
  }
}

function damaged(problem: string): Finding {
  return { check: "snapshot", code: "snapshot_damaged", values: { problem } };
}

/** How old the data of each country are. @param oldest the first day that is not old */
export function ageOf(
  holdings: readonly { readonly country: string; readonly dataAsOf: string; readonly isSample: boolean }[],
  oldest: string,
): Finding {
  const check = "snapshot_age";
  const samples = holdings.filter(({ isSample }) => isSample);
  if (samples.length > 0) {
    return { check, code: "age_sample", values: { countries: samples.map(({ country }) => country).join(", ") } };
  }
  const shown = (some: typeof holdings) => some.map(({ country, dataAsOf }) => `${country} ${dataAsOf}`).join(", ");
  const old = holdings.filter(({ dataAsOf }) => dataAsOf < oldest);
  if (old.length > 0) return { check, code: "age_old", values: { days: shown(old) } };
  return { check, code: "age_ok", values: { days: shown(holdings) } };
}

/** Whether the file has the layout of this version, and whether its firms are classified by these rules. */
function madeBy(file: string, rulesVersion: string): Finding[] {
  const db = openReadOnly(file);
  try {
    const [isFormer, isSameRules] = [schemaOf(db) === FORMER_SCHEMA, readState(db).get("rules") === rulesVersion];
    return [
      { check: "snapshot_layout", code: isFormer ? "layout_former" : "layout_ok" },
      { check: "snapshot_rules", code: isSameRules ? "rules_ok" : "rules_other" },
    ];
  } finally {
    db.close();
  }
}
