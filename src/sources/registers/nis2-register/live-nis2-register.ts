import { z } from "zod";
import { CATEGORIES, type RegisterVerdict, UNKNOWN_REASONS } from "../../../core/company.ts";
import { dayOf } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import { parseNaceDigits } from "../../../core/nace.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";
import type { SourceClient } from "../../../outbound/source-client.ts";
import type { SourcePolicy } from "../../../outbound/source-policy.ts";
import {
  companyFrom,
  dayIn,
  type LiveConnection,
  type LiveFacts,
  type LiveRecord,
  liveFacts,
  NO_FACTS,
  noFirm,
} from "../live/live-register.ts";
import { looseText, readRecord } from "../live/read-reply.ts";
import type { Lookup } from "../register.ts";
import { cleanText } from "../snapshot/records/firm-record.ts";

/** How the is asked open-data register that the operator has set (see live.md). */
export function nis2RegisterPolicy(baseUrl: string): SourcePolicy {
  return {
    id: "nis2-register",
    baseUrl,
    spacingMs: 100,
    attemptMs: 10_000,
    totalMs: 15_000,
    maxBytes: 1024 * 1024,
    freshMs: 24 * 3_600_000,
  };
}

export const RECORD: LiveRecord = {
  source: "nis2-register",
  facts: ["name", "status", "nace", "size", "category"],
  replaces: ["nis2-register"],
  openWhileSilent: [],
};

/** The open-data register with NIS2 categories. That it does not know a firm is no statement on the firm. */
export function connectNis2Register(client: SourceClient, now: () => Date): LiveConnection {
  return { find };

  async function find(ico: Ico): Promise<Lookup> {
    const firm = await client.ask({
      path: `/v1/companies/SK/${ico}`,
      read: (reply) => readFirm(reply, ico, now),
      shape: liveFacts.nullable(),
    });
    if (firm.kind === "silent" || firm.value === null) return noFirm(firm);
    return { kind: "found", company: companyFrom("SK", ico, RECORD.source, firm.value, firm.at) };
  }
}

/** A value that is not in the contract, or of no such kind, counts as nothing: the register may grow. */
const enumOf = <const T extends readonly string[]>(values: T) => z.enum(values).nullish().catch(null);

const count = z.number().int().nonnegative().nullish().catch(null);

const company = z.object({
  data: z.object({
    ico: z.string(),
    country: z.string(),
    name: looseText,
    status: enumOf(["active", "terminated"]),
    nace: looseText,
    naceRevision: enumOf(["2", "2.1"]),
    employeesMin: count,
    employeesMax: count,
    category: enumOf(CATEGORIES),
    sector: looseText,
    reason: enumOf(UNKNOWN_REASONS),
    updatedAt: looseText,
  }),
});

type Firm = z.output<typeof company>["data"];

const problem = z.object({ error: z.object({ code: z.string() }) });

/**
 * One firm of the register; `null` when it does not know it.
 * @throws SourceFailure for a 404 that does not say so, another shape, or another firm.
 */
export function readFirm(reply: Reply, ico: Ico, now: () => Date): LiveFacts | null {
  if (reply.status === 404) {
    if (problem.safeParse(reply.json).data?.error.code === "not_found") return null;
    throw new SourceFailure("wrong_route", { status: 404 });
  }
  const { data } = readRecord(reply, company);
  if (data.ico !== ico || data.country !== "SK") throw new SourceFailure("not_understood", { status: reply.status });
  const code = parseNaceDigits(data.nace ?? "");
  return {
    ...NO_FACTS,
    // It does not tell the legal form: one that has ended may be a sole trader, of whom no name is kept.
    name: data.status === "terminated" ? null : cleanText(data.name ?? undefined),
    status: data.status == null ? null : data.status === "terminated" ? "ceased" : "active",
    nace: code === undefined || data.naceRevision == null ? [] : [{ code, revision: data.naceRevision }],
    headcount: headcountOf(data),
    registerVerdict: { ...verdictOf(data), updatedAt: dayIn(data.updatedAt) ?? dayOf(now()) },
  };
}

function headcountOf({ employeesMin, employeesMax }: Firm): LiveFacts["headcount"] {
  const min = employeesMin ?? null;
  const max = employeesMax ?? null;
  if (min === null && max === null) return null;
  return { min: min ?? 0, max: max !== null && min !== null && max < min ? null : max };
}

function verdictOf({ category, sector, reason }: Firm): Omit<RegisterVerdict, "updatedAt"> {
  const known = category ?? "unknown";
  // The register writes `waste_management`, our sectors are `waste-management`.
  const id = sector?.toLowerCase().replaceAll("_", "-");
  return {
    category: known,
    sector: id !== undefined && /^[a-z][a-z0-9-]{1,63}$/.test(id) ? id : null,
    reason: known === "unknown" ? (reason ?? null) : null,
  };
}
