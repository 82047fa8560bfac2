import { z } from "zod";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { auditDetails, changeEntry } from "./change-entry.ts";

const day = z.string().default("").describe("YYYY-MM-DD, or empty.");

/** Changes one entry of an organization's register by hand. */
export const obligationChange = defineCapability({
  name: "obligation_change",
  title: { sk: "Zmena v evidencii povinností", cs: "Změna v evidenci povinností", en: "Change of the register" },
  description:
    "Saves status, evidence note, responsible person and review days of one obligation, over the version that was read.",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    code: z.string().describe("Code of the obligation."),
    status: z.enum([...OBLIGATION_STATUSES, ""]).describe("Empty: not tracked."),
    evidenceNote: z.string().default(""),
    responsiblePerson: z.string().default(""),
    lastReviewedAt: day,
    nextReviewAt: day,
    version: z.coerce.number().int().min(0).describe("The version that the form showed; 0: none yet."),
    locale: localeParameter,
  }),
  output: z.object({ code: z.string(), version: z.number().int() }),
  web: { limits: [] },
  form: {
    path: "/organizations/:organizationId/obligations/:code",
    leadsTo: "/organizations/:organizationId/obligations#:code",
  },
  run: async ({ code, status, version, locale: _locale, organizationId: _named, ...typed }, context) => {
    const { knowledge, person, accounts, today, write } = context;
    const obligation = knowledge.obligations.byCode.get(code);
    if (obligation === undefined) throw new ServiceError(notYours);
    const entered = { ...typed, status: status === "" ? null : status };
    return write(async ({ store, record }) => {
      const { reviewIntervalMonths: intervalMonths } = obligation;
      const by = { accountId: person.accountId, at: accounts.now(), today: today(), intervalMonths };
      const saved = await changeEntry(store, code, () => entered, by, version);
      await record("obligation.changed", { type: "obligation", id: code }, auditDetails(saved));
      return { code, version: saved.version };
    });
  },
});
