import { z } from "zod";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { ServiceError } from "../../core/problem.ts";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { versionRequired } from "../trust/trust-problems.ts";
import { auditDetails, changeEntry } from "./change-entry.ts";
import { STATUS_FILTERS } from "./obligation-register.ts";
import { organizationObligations } from "./organization-obligations.ts";
import { registerItem } from "./register-items.ts";
import { type RegisterRow, registerRows } from "./register-rows.ts";

/** One obligation as programs get it: as `my_obligations`, with the work on it. */
export const ownObligation = registerItem.extend({
  applies: z.boolean().nullable().describe("null: the verdict of the organization does not say."),
  reviewIntervalMonths: z.number().int(),
  workDueAt: z.string().nullable(),
  responsible: z
    .object({ type: z.enum(["member", "text"]), accountId: z.string().optional() })
    .nullable()
    .describe("The name is under untrusted."),
  evidence: z.number().int().describe("Pieces of evidence."),
  comments: z.number().int().describe("Comments of people."),
  version: z.number().int().describe("0: nothing was saved yet."),
});

type OwnObligation = z.output<typeof ownObligation>;

const list = z.object({
  items: z.array(ownObligation).describe("In the order of the catalog."),
  completion: z.number().int().min(0).max(100).describe("Percent of the whole register."),
});

/** The register of an organization for programs. */
export const ownObligations = defineCapability({
  name: "own_obligations",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    status: z.enum(STATUS_FILTERS).optional().describe("none: not tracked."),
    overdue: z.boolean().optional().describe("Only entries whose review is overdue, or only the others."),
    applies: z.boolean().optional().describe("Only what applies by the verdict, or only what does not."),
    locale: localeParameter,
  }),
  published: {
    title: "Obligation register",
    description:
      "The obligations of an organization with status, basis, persons, days of review and of work, and what applies by its verdict.",
    output: list,
  },
  rest: [{ method: "GET", path: "/api/v1/obligations", cost: { rows: ["person_read"] } }],
  run: async ({ status, overdue, applies, locale }, context) => {
    const all = await obligationsOf(context, locale);
    return {
      items: all.filter(
        (item) =>
          (status === undefined || (item.status ?? "none") === status) &&
          (overdue === undefined || item.overdue === overdue) &&
          (applies === undefined || item.applies === applies),
      ),
      completion: completionOf(all.map((item) => item.status)),
    };
  },
});

const codeParameter = z.string().describe("Code of the obligation.");

/** One obligation in the register of an organization for programs. */
export const ownObligationShow = defineCapability({
  name: "own_obligation",
  access: "organization",
  input: z.strictObject({ organizationId: organizationParameter, code: codeParameter, locale: localeParameter }),
  published: {
    title: "Entry of the obligation register",
    description: "One obligation of an organization. The version of the entry is the ETag.",
    output: ownObligation,
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/obligations/{code}",
      cost: { rows: ["person_read"] },
      version: { of: ({ version }) => version },
    },
  ],
  run: async ({ code, locale }, context) => oneObligation(context, code, locale),
});

const text = z.string().nullable().optional();

/** Changes an entry of the register for programs: what is absent stays. */
export const ownObligationChange = defineCapability({
  name: "own_obligation_change",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "register:write",
  input: z.strictObject({
    organizationId: organizationParameter,
    code: codeParameter,
    status: z.enum(OBLIGATION_STATUSES).nullable().optional().describe("null: not tracked."),
    evidenceNote: text,
    responsiblePerson: text.describe("The name of who is responsible and no member."),
    responsibleId: text.describe("The account of the member who is responsible; null: no member."),
    lastReviewedAt: text.describe("A day; null: today."),
    nextReviewAt: text.describe("A day; null: after the interval of the catalog."),
    workDueAt: text.describe("A day; null: none."),
    version: z.number().int().optional(),
    locale: localeParameter,
  }),
  published: {
    title: "Changing an entry of the obligation register",
    description:
      "Changes what is given of one entry, by the rules of the form on the website; If-Match names the version. The entry " +
      "counts as set by hand once its status is given.",
    output: ownObligation,
  },
  rest: [
    {
      method: "PATCH",
      path: "/api/v1/obligations/{code}",
      cost: { rows: ["person_write"] },
      only: [
        "organizationId",
        "code",
        "status",
        "evidenceNote",
        "responsiblePerson",
        "responsibleId",
        "lastReviewedAt",
        "nextReviewAt",
        "workDueAt",
      ],
      version: { of: ({ version }) => version, argument: "version" },
      problems: ["version_required", "changed_meanwhile"],
    },
  ],
  run: async ({ code, version, locale, ...given }, context) => {
    const { knowledge, person, accounts, today, store, write } = context;
    const obligation = knowledge.obligations.byCode.get(code);
    if (obligation === undefined) throw new ServiceError(notYours);
    if (version === undefined) throw new ServiceError(versionRequired);
    const members = new Set((await store.members()).map(({ account_id }) => account_id));
    await write(async ({ store: own, record }) => {
      const { reviewIntervalMonths: intervalMonths } = obligation;
      const by = { accountId: person.accountId, at: accounts.now(), today: today(), intervalMonths, members };
      const saved = await changeEntry(
        own,
        code,
        (before) => ({
          status: given.status === undefined ? (before?.status ?? null) : given.status,
          keepsStatus: given.status === undefined,
          evidenceNote: fieldOf(given.evidenceNote, before?.evidence_note),
          ...personOf(given, before),
          lastReviewedAt: fieldOf(given.lastReviewedAt, before?.last_reviewed_at),
          nextReviewAt: fieldOf(given.nextReviewAt, before?.next_review_at),
          workDueAt: fieldOf(given.workDueAt, before?.work_due_at),
        }),
        by,
        version,
      ).catch((thrown: unknown) => {
        // The form calls the field by another name.
        if (!(thrown instanceof Refused) || thrown.faults[0].code !== "responsible_unknown") throw thrown;
        throw new Refused([{ code: "responsible_unknown", field: "responsibleId" }]);
      });
      await record("obligation.changed", { type: "obligation", id: code }, auditDetails(saved));
    });
    return oneObligation(context, code, locale);
  },
});

/** What is given of a field, or what is stored. */
function fieldOf(given: string | null | undefined, stored: string | null | undefined): string {
  return (given === undefined ? stored : given) ?? "";
}

/** Who is responsible: a member takes the place of a name, and a name that of a member. */
function personOf(
  given: { readonly responsibleId?: string | null | undefined; readonly responsiblePerson?: string | null | undefined },
  before: { readonly responsible_id: string | null; readonly responsible_person: string } | undefined,
) {
  const { responsibleId, responsiblePerson } = given;
  const name = responsiblePerson === undefined ? (before?.responsible_person ?? "") : (responsiblePerson ?? "");
  if (responsibleId !== undefined) return { responsibleId, responsiblePerson: name };
  const isNamed = responsiblePerson !== undefined && responsiblePerson !== null && responsiblePerson.trim() !== "";
  return { responsibleId: isNamed ? null : (before?.responsible_id ?? null), responsiblePerson: name };
}

async function oneObligation(
  context: OrganizationContext,
  code: string,
  locale: Parameters<typeof registerRows>[2],
): Promise<OwnObligation> {
  const found = (await obligationsOf(context, locale)).find((each) => each.code === code);
  if (found === undefined) throw new ServiceError(notYours);
  return found;
}

async function obligationsOf(
  context: OrganizationContext,
  locale: Parameters<typeof registerRows>[2],
): Promise<readonly OwnObligation[]> {
  const { store } = context;
  const [entries, comments] = await Promise.all([store.register(), store.commentCounts()]);
  const { applies } = await organizationObligations(context);
  return registerRows(entries, context, locale, applies).map((row) => obligationItem(row, comments.get(row.code) ?? 0));
}

/** An entry as programs get it. */
export function obligationItem(
  {
    responsibleId,
    workOverdue: _late,
    responsibleLeft: _left,
    laterThanRecommended: _later,
    openSpecials: _open,
    ...item
  }: RegisterRow,
  comments: number,
): OwnObligation {
  const isNamed = item.untrusted.responsiblePerson !== null;
  const member = responsibleId === null ? null : { type: "member" as const, accountId: responsibleId };
  return { ...item, responsible: member ?? (isNamed ? { type: "text" as const } : null), evidence: 0, comments };
}
