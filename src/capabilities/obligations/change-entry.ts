import type { Day } from "../../core/day.ts";
import { isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { plainLines } from "../../core/plain-lines.ts";
import {
  type EnteredStatus,
  type EntryFault,
  isCurrentVersion,
  saveEntry,
  workDayFault,
} from "../../rules/obligation-register/save-entry.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { EntryToSave, RegisterEntry } from "../../state/register-entries.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";

/** What a person typed for an obligation, as a form sends it. */
export interface TypedEntry {
  /** `null`: not tracked. */
  readonly status: ObligationStatus | null;
  readonly evidenceNote: string;
  readonly responsiblePerson: string;
  /** The account of the member who is responsible; then `responsiblePerson` is left aside. */
  readonly responsibleId: string | null;
  /** A day, or an empty text. */
  readonly lastReviewedAt: string;
  readonly nextReviewAt: string;
  readonly workDueAt: string;
  /** The status is not set: what a questionnaire filled stays its own. */
  readonly keepsStatus?: boolean;
}

/** By whom and when an entry is saved. */
export interface SavedBy {
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly today: Day;
  /** What the catalog recommends. */
  readonly intervalMonths: number;
  /** The accounts that may be responsible. */
  readonly members: Pick<ReadonlySet<string>, "has">;
}

/** An entry that was saved, with what stood there before. */
export interface SavedEntry {
  readonly before: RegisterEntry | undefined;
  readonly after: EntryToSave;
  readonly version: number;
  /** The names of the fields that are different now; never what stands in them. */
  readonly fields: readonly string[];
}

const LONGEST_NOTE = 4000;
const LONGEST_NAME = 120;

/**
 * Saves what a person typed for an obligation, in the transaction of its audit entry. `typed` gets what is stored, so
 * that a command can leave fields as they are.
 * @param version what the form showed; without one the stored entry is taken as it is
 * @throws Refused with everything that is wrong, or `changed_meanwhile`
 */
export async function changeEntry(
  store: Pick<OrganizationStore, "lockEntry" | "saveEntry">,
  code: string,
  typed: (before: RegisterEntry | undefined) => TypedEntry,
  { accountId, at, today, intervalMonths, members }: SavedBy,
  version?: number,
): Promise<SavedEntry> {
  const before = await store.lockEntry(code);
  const given = typed(before);
  const entered = readEntry(given);
  const { responsibleId } = given;
  const isNew = responsibleId !== null && responsibleId !== before?.responsible_id;
  if (isNew && !members.has(responsibleId)) {
    throw new Refused([{ code: "responsible_unknown", field: "responsible" }]);
  }
  const saved = saveEntry(entered, { today, intervalMonths });
  const workDueAt = given.workDueAt || null;
  const late = workDayFault(workDueAt, before?.work_due_at ?? null, today);
  if (!("status" in saved)) throw refused(late === undefined ? saved : [...saved, late]);
  if (late !== undefined) throw refused([late]);
  if (version !== undefined && !isCurrentVersion(version, before?.version)) throw changedMeanwhile();
  const isKept = given.keepsStatus === true;
  const responsiblePerson = responsibleId === null ? saved.responsiblePerson : "";
  const hasOther = responsibleId !== null || responsiblePerson !== (before?.responsible_person ?? "");
  const after: EntryToSave = {
    code,
    status: saved.status,
    status_source: isKept ? (before?.status_source ?? null) : saved.statusSource,
    scan_id: isKept ? (before?.scan_id ?? null) : null,
    evidence_note: saved.evidenceNote,
    responsible_person: responsiblePerson,
    responsible_id: responsibleId,
    responsible_left_at: hasOther ? null : (before?.responsible_left_at ?? null),
    last_reviewed_at: saved.lastReviewedAt,
    next_review_at: saved.nextReviewAt,
    work_due_at: workDueAt,
    basis_answered: isKept ? (before?.basis_answered ?? null) : null,
    basis_asked: isKept ? (before?.basis_asked ?? null) : null,
    basis_gaps: isKept ? (before?.basis_gaps ?? null) : null,
    updated_at: at,
    updated_by: accountId,
  };
  if (!(await store.saveEntry(before, after))) throw changedMeanwhile();
  return { before, after, version: (before?.version ?? 0) + 1, fields: changedFields(before, after) };
}

/** What the audit log keeps of a save: the status before and after, and the names of what changed. */
export function auditDetails({ before, after, fields }: SavedEntry) {
  return { before: before?.status ?? null, after: after.status, fields };
}

type Fields = Partial<Omit<RegisterEntry, "version">>;

const FIELDS: readonly (readonly [name: string, value: (entry: Fields) => string | null | undefined])[] = [
  ["status", ({ status }) => status],
  ["evidenceNote", ({ evidence_note }) => evidence_note],
  ["responsiblePerson", ({ responsible_id, responsible_person }) => responsible_id || responsible_person],
  ["lastReviewedAt", ({ last_reviewed_at }) => last_reviewed_at],
  ["nextReviewAt", ({ next_review_at }) => next_review_at],
  ["workDueAt", ({ work_due_at }) => work_due_at],
];

/** The names of the fields that a save changes. */
export function changedFields(before: Fields | null | undefined, after: Fields): readonly string[] {
  // What was never touched is as empty as an empty text.
  const changed = FIELDS.filter(([, read]) => (read(before ?? {}) || null) !== (read(after) || null));
  return changed.map(([name]) => name);
}

/** @throws Refused for texts that are too long and days that do not exist */
function readEntry(typed: TypedEntry): EnteredStatus {
  const evidenceNote = plainLines(typed.evidenceNote);
  const responsiblePerson = plainLines(typed.responsiblePerson).replaceAll("\n", " ");
  const faults: Fault[] = [];
  if ([...evidenceNote].length > LONGEST_NOTE) faults.push({ code: "note_long", field: "evidenceNote" });
  if ([...responsiblePerson].length > LONGEST_NAME) faults.push({ code: "note_long", field: "responsiblePerson" });
  for (const field of ["lastReviewedAt", "nextReviewAt"] as const) {
    // What is not tracked has no dates, whatever the form held.
    if (typed.status === null || typed[field] === "" || isDay(typed[field])) continue;
    faults.push({ code: "date_invalid", field, why: WHY.no_day });
  }
  if (typed.workDueAt !== "" && !isDay(typed.workDueAt)) {
    faults.push({ code: "date_invalid", field: "workDueAt", why: WHY.no_day });
  }
  refuseFaults(faults);
  return {
    status: typed.status,
    evidenceNote,
    responsiblePerson,
    lastReviewedAt: typed.lastReviewedAt || null,
    nextReviewAt: typed.nextReviewAt || null,
  };
}

function refused(faults: readonly EntryFault[]): Refused {
  const [first, ...others] = faults.map(
    (fault): Fault =>
      fault.code === "date_invalid"
        ? { code: fault.code, field: fault.field, why: WHY[fault.why] }
        : { code: fault.code, field: fault.field },
  );
  if (first === undefined) throw new Error("an entry was refused without a fault");
  return new Refused([first, ...others]);
}

function changedMeanwhile(): Refused {
  return new Refused([{ code: "changed_meanwhile" }]);
}

const WHY = {
  no_day: { sk: "taký deň nie je", cs: "takový den není", en: "there is no such day" },
  in_the_future: { sk: "je v budúcnosti", cs: "je v budoucnosti", en: "it lies in the future" },
  before_2000: { sk: "je pred rokom 2000", cs: "je před rokem 2000", en: "it is before the year 2000" },
  not_later: {
    sk: "ďalšie preskúmanie musí byť po poslednom",
    cs: "příští přezkoumání musí být po posledním",
    en: "the next review must be after the last one",
  },
  in_the_past: { sk: "už uplynul", cs: "už uplynul", en: "it is past" },
  too_far: {
    sk: "je viac ako desať rokov dopredu",
    cs: "je více než deset let dopředu",
    en: "it lies more than ten years ahead",
  },
  too_late: {
    sk: "ďalšie preskúmanie je viac ako desať rokov po poslednom",
    cs: "příští přezkoumání je více než deset let po posledním",
    en: "the next review is more than ten years after the last one",
  },
} satisfies Record<string, Localized>;
