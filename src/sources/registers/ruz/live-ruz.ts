import type { Day } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import type { SourcePolicy } from "../../../outbound/source-policy.ts";
import { companyFrom, type LiveConnection, type LiveFacts, type LiveRecord, noFirm } from "../live/live-register.ts";
import { mergeCompanies } from "../live/merge-companies.ts";
import { lifeWeight } from "../live/read-life.ts";
import type { Lookup, Silence } from "../register.ts";
import { readUnit, readUnitIds, ruzUnit, unitIds } from "./live-read.ts";

/** How RÚZ is asked (see live.md). */
export function ruzPolicy(baseUrl: string): SourcePolicy {
  return {
    id: "ruz",
    baseUrl,
    spacingMs: 300,
    attemptMs: 15_000,
    totalMs: 20_000,
    maxBytes: 2 * 1024 * 1024,
    freshMs: 24 * 3_600_000,
  };
}

export const RECORD: LiveRecord = {
  source: "ruz",
  facts: ["name", "address", "status", "legalForm", "nace", "size"],
  replaces: ["ruz"],
  openWhileSilent: [],
};

/**
 * RÚZ, the Slovak register of financial statements: the only one that tells a firm's size. One number may have several
 * accounting units; those that are not public are passed over.
 */
export function connectRuz(client: SourceClient): LiveConnection {
  return { find };

  async function find(ico: Ico): Promise<Lookup> {
    const ids = await client.ask({
      path: `/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=${ico}`,
      read: readUnitIds,
      shape: unitIds.nullable(),
    });
    if (ids.kind === "silent" || ids.value === null) return noFirm(ids);
    const answers = await Promise.all(
      ids.value.map((id) =>
        client.ask({
          path: `/uctovna-jednotka?id=${id}`,
          read: (reply) => readUnit(reply, ico),
          shape: ruzUnit,
        }),
      ),
    );
    const silent = answers.find((answer) => answer.kind === "silent");
    const units = answers.flatMap((answer): PublicUnit[] => {
      if (answer.kind === "silent" || answer.value.facts === null) return [];
      return [{ facts: answer.value.facts, changedOn: answer.value.changedOn, at: answer.at }];
    });
    // Units that have ended say nothing of the firm while the one that was not answers may be the one that has not.
    const isActiveKnown = units.some(({ facts }) => facts.status === "active");
    if (silent?.kind === "silent" && !isActiveKnown) return noFirm(silent);
    if (units.length === 0) return { kind: "absent" };
    const company = mergeCompanies(
      units.sort(byWeight).map(({ facts, at }) => companyFrom("SK", ico, RECORD.source, facts, at)),
    );
    const open: Silence[] =
      silent?.kind === "silent" ? [{ source: RECORD.source, facts: RECORD.facts, retryAfter: silent.retryAfter }] : [];
    return { kind: "found", company, ...(open.length === 0 ? {} : { silent: open }) };
  }
}

interface PublicUnit {
  readonly facts: LiveFacts;
  readonly changedOn: Day | null;
  readonly at: Date;
}

/** A unit that has not ended before one that has, the later end before the earlier, then the one that was changed last. */
function byWeight(a: PublicUnit, b: PublicUnit): number {
  return weightOf(b).localeCompare(weightOf(a));
}

function weightOf({ facts, changedOn }: PublicUnit): string {
  return `${lifeWeight(facts)} ${changedOn ?? ""}`;
}
