import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { overallScore } from "../../scanner/score.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { storedScan } from "../scans/stored-scan.ts";
import { type CompletionPlan, planCompletion } from "./completion-plan.ts";
import { scoresOf } from "./sheet.ts";

/** Thrown to leave the transaction of a questionnaire that somebody else completed meanwhile. */
class AlreadyCompleted extends Error {
  readonly scanId: string;

  constructor(scanId: string) {
    super("the questionnaire was completed meanwhile");
    this.scanId = scanId;
  }
}

/**
 * Completes a questionnaire: it becomes a scan, fills the register, and both stand in the audit log, in one transaction
 * or not at all.
 */
export const assessmentComplete = defineCapability({
  name: "assessment_complete",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    prefill: z.boolean().describe("Fill the register."),
    spread: z.boolean().default(false).describe("The next reviews come apart from each other, not on one day."),
    seen: z.string().optional().describe("What the preview said; refused when anything of it is different now."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/questionnaires/:questionnaireId/complete",
    leadsTo: "/organizations/:organizationId/scans/:scanId",
    done: "done",
  },
  run: async ({ questionnaireId, prefill, spread, seen }, { store, knowledge, person, accounts, today, write }) => {
    const known = await store.assessment(questionnaireId);
    if (known === undefined) throw new ServiceError(notYours);
    if (known.scan_id !== null) return { scanId: known.scan_id, filled: 0 };
    const { questionnaire } = knowledge;
    const at = accounts.now();
    const scanId = newId("scan");
    try {
      return await write(async ({ store: own, record }) => {
        const locked = await own.lockAssessment(questionnaireId);
        if (locked === undefined) throw new ServiceError(notYours);
        const { assessment } = locked;
        if (assessment.scan_id !== null) throw new AlreadyCompleted(assessment.scan_id);
        const register = await own.lockRegister();
        const plan = planCompletion(assessment, locked.answers, register, knowledge, today());
        if (plan.answers.size === 0) throw new Refused([{ code: "answers_none" }]);
        if (seen !== undefined && seen !== plan.seen) throw new Refused([{ code: "changed_meanwhile" }]);
        const { overall, areas } = scoresOf(questionnaire, assessment.mode, plan.answers, true);
        const scan = {
          id: scanId,
          createdBy: person.accountId,
          startedAt: assessment.created_at,
          questionnaire: overall.score,
          overall: overallScore(null, overall.score),
          version: assessment.questionnaire_version,
          detail: JSON.stringify(storedScan.parse({ areas })),
        };
        await own.completeAssessment(questionnaireId, scan, at);
        const filled = prefill
          ? await fill(own, register, spread ? spreadPlan(plan) : plan, scanId, person.accountId, at)
          : 0;
        const details = { mode: assessment.mode, entries: filled };
        await record("questionnaire.completed", { type: "scan", id: scanId }, details);
        return { scanId, filled };
      });
    } catch (thrown) {
      if (thrown instanceof AlreadyCompleted) return { scanId: thrown.scanId, filled: 0 };
      throw thrown;
    }
  },
});

/** The plan with the next reviews apart from each other. */
function spreadPlan(plan: CompletionPlan): CompletionPlan {
  const entries = plan.entries.map((entry) => {
    const nextReviewAt = plan.spread.get(entry.code);
    return nextReviewAt === undefined ? entry : { ...entry, after: { ...entry.after, nextReviewAt } };
  });
  return { ...plan, entries };
}

/** Writes the planned entries; note, person and day of work stay as they are. @returns how many */
async function fill(
  store: Pick<OrganizationStore, "saveEntry">,
  register: readonly RegisterEntry[],
  plan: CompletionPlan,
  scanId: string,
  accountId: string,
  at: number,
): Promise<number> {
  const stored = new Map(register.map((entry) => [entry.code, entry]));
  const filled = plan.entries.filter(({ outcome }) => outcome === "filled");
  for (const { code, after, answers } of filled) {
    const before = stored.get(code);
    const isSaved = await store.saveEntry(before, {
      code,
      status: after.status,
      status_source: after.statusSource,
      scan_id: scanId,
      evidence_note: before?.evidence_note ?? "",
      responsible_person: before?.responsible_person ?? "",
      responsible_id: before?.responsible_id ?? null,
      last_reviewed_at: after.lastReviewedAt,
      next_review_at: after.nextReviewAt,
      work_due_at: before?.work_due_at ?? null,
      basis_answered: answers.basis.answered,
      basis_asked: answers.basis.asked,
      basis_gaps: answers.basis.gaps,
      updated_at: at,
      updated_by: accountId,
    });
    if (!isSaved) throw new Refused([{ code: "changed_meanwhile" }]);
  }
  return filled.length;
}
