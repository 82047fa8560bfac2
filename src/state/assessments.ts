import type { Day } from "../core/day.ts";
import type { Answer, Mode } from "../core/questionnaire-answer.ts";
import { addQuestionnaireScan, type QuestionnaireScan } from "./scans.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A saved questionnaire. Instants in milliseconds since 1970. */
export interface Assessment {
  readonly id: string;
  readonly mode: Mode;
  readonly questionnaire_version: string;
  /** A completed one is closed: its answers never change. */
  readonly state: "draft" | "completed";
  readonly created_at: number;
  readonly created_by: string;
  readonly completed_at: number | null;
  /** The scan that a completed one became. */
  readonly scan_id: string | null;
  /** The questionnaire that it goes on from. */
  readonly from_id: string | null;
}

/** A saved questionnaire in a list. */
export interface ListedAssessment extends Assessment {
  /** How many questions have an answer. */
  readonly answered: number;
  /** How many of these are of an earlier questionnaire and still to be confirmed. */
  readonly to_confirm: number;
  /** When somebody answered last. */
  readonly answered_at: number | null;
}

/** An answer to one question, and the one of somebody else that it took the place of. */
export interface AssessmentAnswer {
  readonly question_id: string;
  /** `null`: it was taken back. */
  readonly answer: Answer | null;
  readonly at: number;
  readonly by: string;
  readonly replaced: Answer | null;
  /** `null`: it took nobody else's place. */
  readonly replaced_by: string | null;
  /** Foreign text; `null`: none. */
  readonly note: string | null;
  /** The earlier questionnaire that it was copied from, and the day on which it was given there. */
  readonly carried_from: string | null;
  readonly carried_at: Day | null;
  /** Since when a copied answer counts. */
  readonly confirmed_at: number | null;
}

const COLUMNS =
  "a.id, a.mode, a.questionnaire_version, a.state, a.created_at, a.created_by, a.completed_at, a.scan_id, a.from_id";
const ANSWER =
  'r.question_id, r.answer, r.at, r."by", r.replaced, r.replaced_by, r.note, r.carried_from, r.carried_at, ' +
  "r.confirmed_at";

const OF_ORGANIZATION = sql(
  `SELECT ${COLUMNS}, count(r.answer) AS answered, ` +
    "count(CASE WHEN r.answer IS NOT NULL AND r.carried_at IS NOT NULL AND r.confirmed_at IS NULL THEN 1 END) AS to_confirm, " +
    `max(r.at) AS answered_at FROM membership m ` +
    "JOIN assessment a ON a.org_id = m.org_id " +
    "LEFT JOIN assessment_answer r ON r.org_id = a.org_id AND r.assessment_id = a.id " +
    `WHERE m.account_id = ? AND m.org_id = ? GROUP BY ${COLUMNS} ORDER BY a.created_at DESC, a.id DESC`,
);
const ONE = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN assessment a ON a.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND a.org_id = ? AND a.id = ?",
);
const ANSWERS = sql(
  `SELECT ${ANSWER} FROM membership m JOIN assessment_answer r ON r.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND r.org_id = ? AND r.assessment_id = ? ORDER BY r.question_id",
);
const UNTOUCHED =
  "a.state = 'draft' AND a.created_at <= ? AND NOT EXISTS (SELECT 1 FROM assessment_answer r WHERE r.org_id = a.org_id " +
  "AND r.assessment_id = a.id AND r.at > ?) AND (a.warned_at IS NULL OR EXISTS (SELECT 1 FROM assessment_answer r " +
  "WHERE r.org_id = a.org_id AND r.assessment_id = a.id AND r.at > a.warned_at))";
const UNTOUCHED_DRAFTS = sql(
  "SELECT a.org_id, a.id, a.created_by, CASE WHEN m.role IN ('member', 'viewer') THEN 1 ELSE 0 END AS is_member " +
    "FROM assessment a LEFT JOIN membership m ON m.org_id = a.org_id AND m.account_id = a.created_by " +
    `WHERE ${UNTOUCHED} ORDER BY a.org_id, a.id LIMIT ?`,
);
const WARNED = sql(`UPDATE assessment AS a SET warned_at = ? WHERE a.org_id = ? AND a.id = ? AND ${UNTOUCHED}`);
const LOCK = sql(`SELECT ${COLUMNS} FROM assessment a WHERE a.org_id = ? AND a.id = ? {FOR UPDATE}`);
const STORED = sql(`SELECT ${ANSWER} FROM assessment_answer r WHERE r.org_id = ? AND r.assessment_id = ?`);
const ADD = sql(
  "INSERT INTO assessment (org_id, id, mode, questionnaire_version, state, created_at, created_by, from_id) " +
    "VALUES (?, ?, ?, ?, 'draft', ?, ?, ?)",
);
const SAVE_ANSWER = sql(
  'INSERT INTO assessment_answer (org_id, assessment_id, question_id, answer, at, "by", replaced, replaced_by, note, ' +
    "carried_from, carried_at, confirmed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (org_id, assessment_id, question_id) DO UPDATE SET " +
    'answer = excluded.answer, at = excluded.at, "by" = excluded."by", replaced = excluded.replaced, ' +
    "replaced_by = excluded.replaced_by, note = excluded.note, carried_from = excluded.carried_from, " +
    "carried_at = excluded.carried_at, confirmed_at = excluded.confirmed_at",
);
const OF_SCAN = sql(
  `SELECT ${ANSWER} FROM assessment a JOIN assessment_answer r ON r.org_id = a.org_id AND r.assessment_id = a.id ` +
    "WHERE a.org_id = ? AND a.scan_id = ? ORDER BY r.question_id",
);
const COMPLETE = sql(
  "UPDATE assessment SET state = 'completed', completed_at = ?, scan_id = ? " +
    "WHERE org_id = ? AND id = ? AND state = 'draft'",
);
const REMOVE_DRAFT = sql("DELETE FROM assessment WHERE org_id = ? AND id = ? AND state = 'draft'");
const OF_PERSON = sql(
  "SELECT r.org_id, r.assessment_id, r.question_id, r.answer, r.at FROM membership m " +
    'JOIN assessment_answer r ON r.org_id = m.org_id WHERE m.account_id = ? AND r."by" = m.account_id ' +
    "ORDER BY r.at, r.question_id",
);

/** The saved questionnaires of an organization, newest first, for one of its members; nothing for a stranger. */
export function assessmentsFor({ db, accountId, orgId }: Scope): Promise<readonly ListedAssessment[]> {
  return db.all<ListedAssessment>(OF_ORGANIZATION, accountId, orgId);
}

/** One saved questionnaire, for a member of its organization. A foreign and a missing one cost the same. */
export function assessmentFor({ db, accountId, orgId }: Scope, id: string): Promise<Assessment | undefined> {
  return db.get<Assessment>(ONE, accountId, orgId, id);
}

/** The answers of a saved questionnaire, for a member of its organization. */
export function answersFor({ db, accountId, orgId }: Scope, id: string): Promise<readonly AssessmentAnswer[]> {
  return db.all<AssessmentAnswer>(ANSWERS, accountId, orgId, id);
}

/** A saved questionnaire with its answers, which nobody else changes until the transaction ends. */
export async function lockAssessment(
  { db: tx, orgId }: OrganizationScope,
  id: string,
): Promise<{ readonly assessment: Assessment; readonly answers: readonly AssessmentAnswer[] } | undefined> {
  const assessment = await tx.get<Assessment>(LOCK, orgId, id);
  if (assessment === undefined) return undefined;
  return { assessment, answers: await tx.all<AssessmentAnswer>(STORED, orgId, id) };
}

/** The answers of the questionnaire that became a scan; nothing where there is none. */
export function answersOfScan({ db, orgId }: OrganizationScope, scanId: string): Promise<readonly AssessmentAnswer[]> {
  return db.all<AssessmentAnswer>(OF_SCAN, orgId, scanId);
}

/** Adds a draft without answers. */
export async function addAssessment(
  { db: tx, orgId }: OrganizationScope,
  draft: Pick<Assessment, "id" | "mode" | "questionnaire_version" | "created_at" | "created_by"> &
    Partial<Pick<Assessment, "from_id">>,
): Promise<void> {
  const { id, mode, questionnaire_version, created_at, created_by, from_id = null } = draft;
  await tx.run(ADD, orgId, id, mode, questionnaire_version, created_at, created_by, from_id);
}

/** What an answer is that was given in its own questionnaire, and has no note. */
export const GIVEN_HERE = { note: null, carried_from: null, carried_at: null, confirmed_at: null } as const;

/** Saves an answer of a draft, in the place of the one that is stored. Only after `lockAssessment`. */
export async function saveAnswer(
  { db: tx, orgId }: OrganizationScope,
  assessmentId: string,
  answer: Omit<AssessmentAnswer, keyof typeof GIVEN_HERE> & Partial<Pick<AssessmentAnswer, keyof typeof GIVEN_HERE>>,
): Promise<void> {
  const given = { ...GIVEN_HERE, ...answer };
  await tx.run(
    SAVE_ANSWER,
    orgId,
    assessmentId,
    given.question_id,
    given.answer,
    given.at,
    given.by,
    given.replaced,
    given.replaced_by,
    given.note,
    given.carried_from,
    given.carried_at,
    given.confirmed_at,
  );
}

/** Closes a draft as the scan that is given with it. @returns false when it was closed already: then nothing is changed. */
export async function completeAssessment(
  scope: OrganizationScope,
  id: string,
  scan: QuestionnaireScan,
  at: number,
): Promise<boolean> {
  if ((await scope.db.run(COMPLETE, at, scan.id, scope.orgId, id)) !== 1) return false;
  await addQuestionnaireScan(scope, scan, at);
  return true;
}

/** Removes a draft with its answers. @returns false when it was closed, or is not there: then nothing is changed. */
export async function removeDraft({ db: tx, orgId }: OrganizationScope, id: string): Promise<boolean> {
  return (await tx.run(REMOVE_DRAFT, orgId, id)) === 1;
}

/** An answer that a person gave. */
export interface OwnAnswer extends Pick<AssessmentAnswer, "question_id" | "answer" | "at"> {
  readonly org_id: string;
  readonly assessment_id: string;
}

/** The answers that stand as a person gave them, where he is a member, for his own export. */
export function answersBy(db: StateDatabase, accountId: string): Promise<readonly OwnAnswer[]> {
  return db.all<OwnAnswer>(OF_PERSON, accountId);
}

/** The saved questionnaires of an organization, for a member. */
export const assessmentsIn = (scope: Scope) =>
  bound([scope], {
    assessments: assessmentsFor,
    assessment: assessmentFor,
    answers: answersFor,
    lockAssessment,
    addAssessment,
    saveAnswer,
    completeAssessment,
    removeDraft,
  });

/** A draft that nobody touched for long, of whose end nobody was warned since. */
export interface UntouchedDraft {
  readonly org_id: string;
  readonly id: string;
  readonly created_by: string;
  /** 1: who began it is a member still, but does not manage the organization. */
  readonly is_member: number;
}

/** Drafts that nobody touched since an instant and of whose end nobody was warned. */
export function untouchedDrafts(db: StateDatabase, before: number, limit: number): Promise<readonly UntouchedDraft[]> {
  return db.all<UntouchedDraft>(UNTOUCHED_DRAFTS, before, before, limit);
}

/** Notes that people were warned of the end of a draft. @returns false where somebody else did, or it was touched meanwhile. */
export async function noteDraftWarned(
  tx: StateDatabase,
  orgId: string,
  id: string,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<boolean> {
  return (await tx.run(WARNED, now, orgId, id, before, before)) === 1;
}
