import { z } from "zod";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { auditDetails, changeEntry } from "./change-entry.ts";
import { responsibleOf } from "./responsible.ts";

const kept = z.string().optional().describe("Absent: what is stored stays.");

/** Changes one entry of an organization's register by hand. */
export const obligationChange = defineCapability({
  name: "obligation_change",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    code: z.string().describe("Code of the obligation."),
    status: z.enum([...OBLIGATION_STATUSES, "none", ""]).describe("none, or empty: not tracked."),
    evidenceNote: kept,
    responsiblePerson: kept,
    responsible: z
      .string()
      .optional()
      .describe("The account of a member; text: who responsiblePerson names; empty: nobody. Absent: as before."),
    lastReviewedAt: kept,
    nextReviewAt: kept,
    workDueAt: kept,
    version: z.coerce.number().int().min(0).optional().describe("The version that the form showed; 0: none yet."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/obligations/:code",
    leadsTo: "/organizations/:organizationId/obligations#:code",
    done: "saved",
  },
  run: async ({ code, status, version, locale: _locale, organizationId: _named, ...typed }, context) => {
    const { knowledge, person, accounts, today, write } = context;
    const obligation = knowledge.obligations.byCode.get(code);
    if (obligation === undefined) throw new ServiceError(person.operator === undefined ? notYours : noObligation);
    const members = await context.store.members();
    // Operators know people by their addresses.
    const named = person.operator === undefined ? undefined : members.find(({ email }) => email === typed.responsible);
    const entered = (before: RegisterEntry | undefined) => ({
      status: status === "" || status === "none" ? null : status,
      evidenceNote: typed.evidenceNote ?? before?.evidence_note ?? "",
      ...responsibleOf({ ...typed, responsible: named?.account_id ?? typed.responsible }, before),
      lastReviewedAt: typed.lastReviewedAt ?? before?.last_reviewed_at ?? "",
      nextReviewAt: typed.nextReviewAt ?? before?.next_review_at ?? "",
      workDueAt: typed.workDueAt ?? before?.work_due_at ?? "",
    });
    return write(async ({ store, record }) => {
      const { reviewIntervalMonths: intervalMonths } = obligation;
      const able = new Set(members.map(({ account_id }) => account_id));
      const by = { accountId: person.accountId, at: accounts.now(), today: today(), intervalMonths, members: able };
      const saved = await changeEntry(store, code, entered, by, version);
      await record("obligation.changed", { type: "obligation", id: code }, auditDetails(saved));
      const { last_reviewed_at: lastReviewedAt, next_review_at: nextReviewAt, status: after } = saved.after;
      return { code, status: after, lastReviewedAt, nextReviewAt, version: saved.version };
    });
  },
  cli: {
    words: "register set",
    help: "set the status of an obligation (met, partial, in_progress, not_met, not_applicable, none) as a member",
    usage: "--organization ID --code C --status S --email E [--note T] [--due DAY] [--responsible EMAIL]",
    options: ["organizationId", "code", "status", "evidenceNote", "workDueAt", "responsible"],
    rename: { evidenceNote: "note", workDueAt: "due" },
    actsAsMember: true,
    lines: ({ code, status, nextReviewAt }) => [`${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}`],
  },
});

const noObligation: Problem = {
  code: "not_found",
  message: {
    sk: "Katalóg takú povinnosť nemá.",
    cs: "Katalog takovou povinnost nemá.",
    en: "The catalog has no such obligation.",
  },
  nextStep: {
    sk: "Kódy sú v katalógu povinností.",
    cs: "Kódy jsou v katalogu povinností.",
    en: "The catalog of obligations lists the codes.",
  },
};
