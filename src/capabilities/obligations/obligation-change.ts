import { z } from "zod";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { auditDetails, changeEntry } from "./change-entry.ts";

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
    lastReviewedAt: kept,
    nextReviewAt: kept,
    version: z.coerce.number().int().min(0).optional().describe("The version that the form showed; 0: none yet."),
    locale: localeParameter,
  }),
  form: {
    path: "/organizations/:organizationId/obligations/:code",
    leadsTo: "/organizations/:organizationId/obligations#:code",
  },
  run: async ({ code, status, version, locale: _locale, organizationId: _named, ...typed }, context) => {
    const { knowledge, person, accounts, today, write } = context;
    const obligation = knowledge.obligations.byCode.get(code);
    if (obligation === undefined) throw new ServiceError(person.operator === undefined ? notYours : noObligation);
    const entered = (before: RegisterEntry | undefined) => ({
      status: status === "" || status === "none" ? null : status,
      evidenceNote: typed.evidenceNote ?? before?.evidence_note ?? "",
      responsiblePerson: typed.responsiblePerson ?? before?.responsible_person ?? "",
      lastReviewedAt: typed.lastReviewedAt ?? before?.last_reviewed_at ?? "",
      nextReviewAt: typed.nextReviewAt ?? before?.next_review_at ?? "",
    });
    return write(async ({ store, record }) => {
      const { reviewIntervalMonths: intervalMonths } = obligation;
      const by = { accountId: person.accountId, at: accounts.now(), today: today(), intervalMonths };
      const saved = await changeEntry(store, code, entered, by, version);
      await record("obligation.changed", { type: "obligation", id: code }, auditDetails(saved));
      const { last_reviewed_at: lastReviewedAt, next_review_at: nextReviewAt, status: after } = saved.after;
      return { code, status: after, lastReviewedAt, nextReviewAt, version: saved.version };
    });
  },
  cli: {
    words: "register set",
    help: "set the status of an obligation (met, partial, in_progress, not_met, not_applicable, none) as a member",
    usage: "--organization ID --code C --status S --email E [--note T]",
    options: ["organizationId", "code", "status", "evidenceNote"],
    rename: { evidenceNote: "note" },
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
    sk: "Kódy povinností vypíše dosah register show.",
    cs: "Kódy povinností vypíše dosah register show.",
    en: "dosah register show lists the codes of obligations.",
  },
};
