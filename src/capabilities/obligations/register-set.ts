import { z } from "zod";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { organizationStore } from "../../state/organization-store.ts";
import { organizationFor } from "../../state/organizations.ts";
import { accountOf, emailParameter, organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { roleNeeded } from "../calling/principal.ts";
import { hasRight } from "../calling/rights.ts";
import { defineCapability } from "../capability.ts";
import { noMember } from "../organizations/organization-problems.ts";
import { auditDetails, changeEntry } from "./change-entry.ts";

/** What a command writes where an obligation is no longer tracked. */
const NONE = "none";

const output = z.object({
  code: z.string(),
  status: z.enum(OBLIGATION_STATUSES).nullable(),
  lastReviewedAt: z.string().nullable(),
  nextReviewAt: z.string().nullable(),
  version: z.number().int(),
});

/** Sets the status of an obligation in the name of a member who may change the register. */
export const registerSet = defineCapability({
  name: "register_set",
  title: { sk: "Zmena v evidencii povinností", cs: "Změna v evidenci povinností", en: "Change of the register" },
  description: "Sets the status of an obligation in an organization's register, as the named member.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    organization: z.string().describe("Id of the organization."),
    code: z.string().describe("Code of the obligation."),
    status: z.enum([...OBLIGATION_STATUSES, NONE]).describe("none: not tracked."),
    email: emailParameter,
    note: z.string().max(4000).optional().describe("Evidence note; without it the stored one stays."),
    locale: localeParameter,
  }),
  output,
  run: async ({ organization, code, status, email, note }, context): Promise<z.output<typeof output>> => {
    const { accounts } = context.operator;
    const account = await accountOf(accounts.state, email);
    const { id: orgId } = await organizationOf(accounts.state, organization);
    const obligation = context.knowledge.obligations.byCode.get(code);
    if (obligation === undefined) throw new ServiceError(noObligation);
    const at = accounts.now();
    return accounts.state.transaction(async (tx) => {
      const member = await organizationFor(tx, account.id, orgId);
      if (member === undefined) throw new ServiceError(noMember);
      if (!hasRight(member.role, "change")) throw new ServiceError(roleNeeded);
      const { reviewIntervalMonths: intervalMonths } = obligation;
      const saved = await changeEntry(
        organizationStore({ db: tx, accountId: account.id, orgId }),
        code,
        (before) => ({
          status: status === NONE ? null : status,
          evidenceNote: note ?? before?.evidence_note ?? "",
          responsiblePerson: before?.responsible_person ?? "",
          lastReviewedAt: before?.last_reviewed_at ?? "",
          nextReviewAt: before?.next_review_at ?? "",
        }),
        { accountId: account.id, at, today: context.today(), intervalMonths },
      );
      const target = { type: "obligation", id: code } as const;
      const details = auditDetails(saved);
      await recordCommand(tx, { action: "obligation.changed", actorId: account.id, orgId, target, details }, at);
      const { last_reviewed_at: lastReviewedAt, next_review_at: nextReviewAt, status: after } = saved.after;
      return { code, status: after, lastReviewedAt, nextReviewAt, version: saved.version };
    });
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
