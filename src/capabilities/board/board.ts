import { z } from "zod";
import { type Day, isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { writeFile } from "../answers/file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { changeEntry } from "../obligations/change-entry.ts";
import { BOARD_CODE, boardOf, MOST_DECISIONS } from "./board-answer.ts";
import { boardReport } from "./board-report.ts";

const decision = z
  .array(z.string().max(400))
  .max(MOST_DECISIONS)
  .default([])
  .describe("Keys of the lines on which decisions are asked for; default: the first three of weight 3.");

/** What the management body of an organization is shown and asked to decide. */
export const boardShow = defineCapability({
  name: "board_show",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, decision, locale: localeParameter }),
  run: ({ decision: chosen, locale }, context) => boardOf(context, chosen, locale),
});

const FORMATS = ["pdf"] as const;

/** The same to print and sign. */
export const boardFile = defineCapability({
  name: "board_file",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    decision,
    format: z.enum(FORMATS),
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/board",
    formats: FORMATS,
    name: "dosah-board",
  },
  run: async ({ decision: chosen, format, locale }, context) => {
    const report = async () => boardReport(await boardOf(context, chosen, locale), locale);
    return writeFile(format, { report }, { ...context, locale });
  },
});

/** Notes that the management body met: the last review of its obligation is that day. */
export const boardHold = defineCapability({
  name: "board_hold",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    heldOn: z.string().describe("The day of the meeting; not ahead."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/board",
    leadsTo: "/organizations/:organizationId/board",
    done: "held",
  },
  run: async ({ heldOn }, { knowledge, person, accounts, today, write }) => {
    const obligation = knowledge.obligations.byCode.get(BOARD_CODE);
    if (obligation === undefined) throw new ServiceError(notYours);
    if (!isDay(heldOn) || heldOn > today()) throw new Refused([{ code: "date_invalid", field: "heldOn", why: ahead }]);
    await write(async ({ store, record }) => {
      const members = new Set((await store.members()).map(({ account_id }) => account_id));
      const by = {
        members,
        accountId: person.accountId,
        at: accounts.now(),
        today: today(),
        intervalMonths: obligation.reviewIntervalMonths,
      };
      await changeEntry(store, BOARD_CODE, (before) => heldEntry(before, heldOn), by);
      await record("board.held", { type: "obligation", id: BOARD_CODE }, { heldOn });
    });
    return { heldOn };
  },
});

/** The entry after the meeting: what nobody tracked before is in progress from now on, and no more than that. */
function heldEntry(before: Parameters<Parameters<typeof changeEntry>[2]>[0], heldOn: Day) {
  return {
    status: before?.status ?? ("in_progress" as const),
    evidenceNote: before?.evidence_note ?? "",
    responsiblePerson: before?.responsible_person ?? "",
    responsibleId: before?.responsible_id ?? null,
    workDueAt: before?.work_due_at ?? "",
    lastReviewedAt: heldOn,
    nextReviewAt: "",
  };
}

const ahead: Localized = {
  sk: "uveďte deň, ktorý už nastal, v tvare RRRR-MM-DD",
  cs: "uveďte den, který už nastal, ve tvaru RRRR-MM-DD",
  en: "state a day that has come, as YYYY-MM-DD",
};
