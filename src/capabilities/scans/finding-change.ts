import { z } from "zod";
import { addMonths } from "../../core/calendar.ts";
import { type Day, isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { plainLines } from "../../core/plain-lines.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { formatDay } from "../../core/text.ts";
import { workDayFault } from "../../rules/obligation-register/save-entry.ts";
import type { FindingState } from "../../state/findings.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { readStoredScan } from "./stored-scan.ts";

const LONGEST_REASON = 2000;
const SHORTEST_REASON = 10;
/** A risk is accepted for at most so long. */
const MOST_MONTHS = 12;

/** Works on a failed check, accepts its risk, or leaves it as found again. Score and checks stay as they are. */
export const findingChange = defineCapability({
  name: "finding_change",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    scanId: z.string(),
    checkId: z.string(),
    act: z.enum(["work", "accept", "reopen"]),
    code: z.string().optional().describe("One of the obligations of the check."),
    responsible: z.string().optional().describe("The account of a member; empty: nobody."),
    workDueAt: z.string().optional(),
    reason: z.string().optional(),
    until: z.string().optional(),
    version: z.coerce.number().int().min(0).optional().describe("0: nothing is stored yet."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/scans/:scanId/checks/:checkId",
    shownOn: "/organizations/:organizationId/scans/:scanId",
    leadsTo: "/organizations/:organizationId/scans/:scanId#:checkId",
    done: "saved",
  },
  run: async (given, { knowledge, store, person, role, accounts, today, write }) => {
    const { scanId, checkId, act, version } = given;
    const scan = await store.scan(scanId);
    const domain = scan?.domain ?? null;
    if (scan === undefined || domain === null || scan.status !== "completed") throw new ServiceError(notYours);
    const check = readStoredScan(scan.detail).checks.find(({ id }) => id === checkId);
    if (check === undefined || (check.status !== "fail" && check.status !== "warn")) throw new ServiceError(notYours);
    if (act === "accept" && !hasRight(role, "manage")) throw new Refused([{ code: "forbidden" }]);
    const members = await store.members();
    await write(async ({ store: own, record }) => {
      const before = await own.lockFinding(domain, checkId);
      if (version !== undefined && version !== (before?.version ?? 0))
        throw new Refused([{ code: "changed_meanwhile" }]);
      const target = { type: "domain", id: domain } as const;
      if (act === "reopen") {
        await own.endFinding(domain, checkId);
        await record("finding.reopened", target, { check: checkId });
        return;
      }
      const head = { domain, check_id: checkId, version: (before?.version ?? 0) + 1, at: accounts.now() };
      const by = person.accountId;
      if (act === "work") {
        const obligations = knowledge.scan.checks.get(check.id)?.obligations ?? [];
        const able = new Set(members.map(({ account_id }) => account_id));
        await own.saveFinding({
          ...head,
          by,
          ...workOf(given, { before, obligations, members: able, today: today() }),
        });
        await record("finding.work", target, { check: checkId });
        return;
      }
      const accepted = acceptedOf(given, today());
      await own.saveFinding({ ...head, by, ...accepted });
      await record("finding.accepted", target, { check: checkId, until: accepted.until });
    });
    return {};
  },
});

type Stated = Pick<FindingState, "state" | "code" | "responsible_id" | "due" | "reason" | "until">;

/** The work on a finding, as a form says it. */
function workOf(
  given: {
    readonly code?: string | undefined;
    readonly responsible?: string | undefined;
    readonly workDueAt?: string | undefined;
  },
  {
    before,
    obligations,
    members,
    today,
  }: {
    readonly before: FindingState | undefined;
    readonly obligations: readonly string[];
    readonly members: ReadonlySet<string>;
    readonly today: Day;
  },
): Stated {
  const { code = "", responsible = "", workDueAt = "" } = given;
  if (code !== "" && !obligations.includes(code)) throw new ServiceError(notYours);
  if (responsible !== "" && !members.has(responsible)) {
    throw new Refused([{ code: "responsible_unknown", field: "responsible" }]);
  }
  if (workDueAt !== "" && (!isDay(workDueAt) || workDayFault(workDueAt, before?.due ?? null, today) !== undefined)) {
    throw new Refused([{ code: "date_invalid", field: "workDueAt", why: NOT_A_WORK_DAY }]);
  }
  return {
    state: "work",
    code: code || null,
    responsible_id: responsible || null,
    due: workDueAt || null,
    reason: null,
    until: null,
  };
}

/** The acceptance of a risk, as a form says it. */
function acceptedOf(
  given: { readonly reason?: string | undefined; readonly until?: string | undefined },
  today: Day,
): Stated & { readonly until: Day } {
  const reason = plainLines(given.reason ?? "");
  const length = [...reason].length;
  if (length < SHORTEST_REASON) throw new Refused([{ code: "reason_short", field: "reason" }]);
  if (length > LONGEST_REASON) {
    const values = { min: SHORTEST_REASON, max: LONGEST_REASON };
    throw new Refused([{ code: "text_length", field: "reason", values }]);
  }
  const { until = "" } = given;
  if (!isDay(until) || until <= today) {
    throw new Refused([{ code: "date_invalid", field: "until", why: NOT_AHEAD }]);
  }
  const last = addMonths(today, MOST_MONTHS);
  if (until > last) throw new Refused([{ code: "until_too_far", field: "until", why: dayWords(last) }]);
  return { state: "accepted", code: null, responsible_id: null, due: null, reason, until };
}

function dayWords(day: Day): Localized {
  return { sk: formatDay(day, "sk"), cs: formatDay(day, "cs"), en: formatDay(day, "en") };
}

const NOT_A_WORK_DAY: Localized = {
  sk: "má to byť deň od dneška najviac o desať rokov",
  cs: "má to být den ode dneška nejvýše za deset let",
  en: "it is to be a day from today, at most ten years on",
};

const NOT_AHEAD: Localized = {
  sk: "má to byť deň po dnešku",
  cs: "má to být den po dnešku",
  en: "it is to be a day after today",
};
