import type { Knowledge } from "../../knowledge/knowledge.ts";
import { prefill } from "../../rules/questionnaire/prefill.ts";
import { answersOfScan } from "../../state/assessments.ts";
import { appendAudit } from "../../state/audit-log.ts";
import {
  lockRegisterEntry,
  noteEntryRead,
  type RegisterEntry,
  saveRegisterEntry,
  unreadEntries,
} from "../../state/register-entries.ts";
import type { OrganizationScope } from "../../state/scope.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { BY_SERVICE } from "../obligations/by-service.ts";
import { givenAnswers, reasonedQuestions } from "./sheet.ts";

const BATCH = 200;

/**
 * Reads anew what a release before the basis made of questionnaires, each entry in a transaction of its own: a status
 * that says more than the answers did is put right, with a history row and an audit entry by the service. What is read
 * is not read again; an entry whose answers are gone stays as it is.
 * @returns how many statuses changed. @throws StateError
 */
export async function readEntriesAnew(
  state: StateDatabase,
  knowledge: Pick<Knowledge, "questionnaire" | "obligations">,
  now: () => number,
): Promise<number> {
  let changed = 0;
  for (let after = { org_id: "", code: "" }; ; ) {
    const batch = await unreadEntries(state, after, BATCH);
    for (const { org_id, code } of batch) {
      after = { org_id, code };
      const isChanged = await state.transaction(async (tx) => {
        const entry = await lockRegisterEntry({ db: tx, orgId: org_id }, code);
        return entry !== undefined && (await readAnew({ db: tx, orgId: org_id }, entry, knowledge, now()));
      });
      if (isChanged) changed++;
    }
    if (batch.length < BATCH) return changed;
  }
}

async function readAnew(
  scope: OrganizationScope,
  entry: RegisterEntry,
  { questionnaire, obligations }: Pick<Knowledge, "questionnaire" | "obligations">,
  at: number,
): Promise<boolean> {
  const { code, scan_id, status_source } = entry;
  if (status_source !== "questionnaire") return false;
  const stored = scan_id === null ? [] : await answersOfScan(scope, scan_id);
  if (stored.length === 0 || !obligations.byCode.has(code)) {
    await noteEntryRead(scope, entry, null);
    return false;
  }
  const questions = questionnaire.areas.flatMap((area) => area.questions);
  const answers = givenAnswers(stored, questionnaire, "extended");
  const { status, basis } = prefill(code, questions, answers, reasonedQuestions(stored));
  if (status === entry.status) {
    await noteEntryRead(scope, entry, basis);
    return false;
  }
  const isTracked = status !== null;
  const saved = {
    ...entry,
    status,
    status_source: isTracked ? status_source : null,
    scan_id: isTracked ? scan_id : null,
    last_reviewed_at: isTracked ? entry.last_reviewed_at : null,
    next_review_at: isTracked ? entry.next_review_at : null,
    basis_answered: isTracked ? basis.answered : null,
    basis_asked: isTracked ? basis.asked : null,
    basis_gaps: isTracked ? basis.gaps : null,
    updated_at: at,
    updated_by: BY_SERVICE,
  };
  if (!(await saveRegisterEntry(scope, entry, saved))) return false;
  const { orgId } = scope;
  const event = { action: "obligation.changed", actorId: null, orgId, via: "system", ipPrefix: null } as const;
  const details = { before: entry.status, after: status, fields: ["status"] };
  await appendAudit(scope.db, { ...event, target: { type: "obligation", id: code }, details }, at);
  return true;
}
