import { z } from "zod";
import type { Day } from "../../core/day.ts";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { ServiceError } from "../../core/problem.ts";
import { spreadReviews } from "../../rules/obligation-register/spread-reviews.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { auditDetails, changeEntry, type TypedEntry } from "./change-entry.ts";
import { responsibleOf } from "./responsible.ts";

const SETTINGS = ["status", "responsible", "workDueAt", "nextReviewAt", "spread"] as const;

const input = z.strictObject({
  organizationId: organizationParameter,
  codes: z.array(z.string()).default([]).describe("Codes of the obligations."),
  versions: z.array(z.string()).default([]).describe("CODE:3, the versions that the form showed."),
  set: z.array(z.enum(SETTINGS)).default([]).describe("What is set; everything else stays."),
  status: z.enum([...OBLIGATION_STATUSES, "none", ""]).optional(),
  responsible: z.string().optional().describe("The account of a member; empty: nobody."),
  workDueAt: z.string().optional(),
  nextReviewAt: z.string().optional(),
  reason: z.string().optional().describe("Why they do not apply; it goes into the notes that are empty."),
  locale: localeParameter,
});

type Given = z.output<typeof input>;

/** Changes several entries of a register at once: all of them, or none. */
export const obligationBulk = defineCapability({
  name: "obligation_bulk",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input,
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/obligations/bulk",
    shownOn: "/organizations/:organizationId/obligations",
    leadsTo: "/organizations/:organizationId/obligations?n=:n",
    done: "bulk",
  },
  run: async (given, context) => {
    const { knowledge, person, accounts, today, store, write } = context;
    const codes = [...new Set(given.codes)];
    const settings = new Set(given.set);
    if (codes.length === 0 || settings.size === 0) throw new Refused([{ code: "nothing_chosen" }]);
    const obligations = codes.map((code) => knowledge.obligations.byCode.get(code));
    if (obligations.some((each) => each === undefined)) throw new ServiceError(notYours);
    const versions = readVersions(given.versions);
    const members = new Set((await store.members()).map(({ account_id }) => account_id));
    return write(async ({ store: own, record }) => {
      const stored = new Map((await own.lockRegister()).map((entry) => [entry.code, entry]));
      const clashes = codes.filter(
        (code) => (versions.get(code) ?? versionOf(stored.get(code))) !== versionOf(stored.get(code)),
      );
      refuseFaults(clashes.map((code): Fault => ({ code: "changed_meanwhile", field: code })));
      const days = settings.has("spread") ? spreadDays(codes, stored, knowledge.obligations.byCode) : new Map();
      for (const code of codes) {
        const intervalMonths = knowledge.obligations.byCode.get(code)?.reviewIntervalMonths ?? 0;
        const by = { accountId: person.accountId, at: accounts.now(), today: today(), intervalMonths, members };
        const typed = (before: RegisterEntry | undefined) => typedEntry(before, given, settings, days.get(code));
        const saved = await changeEntry(own, code, typed, by);
        const details = { ...auditDetails(saved), bulk: true };
        await record("obligation.changed", { type: "obligation", id: code }, details);
      }
      return { n: codes.length };
    });
  },
});

/** An entry with what is set for it; everything else as it is stored. */
function typedEntry(
  before: RegisterEntry | undefined,
  given: Omit<Given, "organizationId" | "locale">,
  settings: ReadonlySet<(typeof SETTINGS)[number]>,
  spread: Day | undefined,
): TypedEntry {
  const status = settings.has("status") ? statusOf(given.status) : (before?.status ?? null);
  const note = before?.evidence_note ?? "";
  return {
    status,
    keepsStatus: !settings.has("status"),
    evidenceNote: status === "not_applicable" && note === "" ? (given.reason ?? "") : note,
    ...responsibleOf(settings.has("responsible") ? { responsible: given.responsible ?? "" } : {}, before),
    lastReviewedAt: before?.last_reviewed_at ?? "",
    nextReviewAt: settings.has("nextReviewAt") ? (given.nextReviewAt ?? "") : (spread ?? before?.next_review_at ?? ""),
    workDueAt: settings.has("workDueAt") ? (given.workDueAt ?? "") : (before?.work_due_at ?? ""),
  };
}

function statusOf(status: Given["status"]): RegisterEntry["status"] {
  return status === undefined || status === "" || status === "none" ? null : status;
}

function versionOf(entry: RegisterEntry | undefined): number {
  return entry?.version ?? 0;
}

/** `NIS2-20-1:3`. What is no such thing is no version. */
function readVersions(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    texts.flatMap((text): [string, number][] => {
      const [, code, version] = /^([A-Z0-9-]+):(\d{1,9})$/.exec(text) ?? [];
      return code === undefined ? [] : [[code, Number(version)]];
    }),
  );
}

/** Reviews that would come on one day, apart from each other; an entry that was never reviewed has none. */
function spreadDays(
  codes: readonly string[],
  stored: ReadonlyMap<string, RegisterEntry>,
  catalog: ReadonlyMap<string, { readonly reviewIntervalMonths: number }>,
): ReadonlyMap<string, Day> {
  const groups = Map.groupBy(
    [...catalog].filter(([code]) => codes.includes(code) && Boolean(stored.get(code)?.last_reviewed_at)),
    ([code, { reviewIntervalMonths }]) => `${stored.get(code)?.last_reviewed_at} ${reviewIntervalMonths}`,
  );
  return new Map(
    [...groups].flatMap(([group, entries]) => {
      const [from = "", months] = group.split(" ");
      const days = spreadReviews(entries.length, from, Number(months));
      return entries.map(([code], index): [string, Day] => [code, days[index] ?? from]);
    }),
  );
}
