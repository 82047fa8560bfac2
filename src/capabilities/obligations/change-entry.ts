import type { Day } from "../../core/day.ts";
import { isDay } from "../../core/day.ts";
import type { Localized } from "../../core/locale.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import {
  type EnteredStatus,
  type EntryFault,
  isCurrentVersion,
  saveEntry,
} from "../../rules/obligation-register/save-entry.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";

/** What a person typed for an obligation, as a form sends it. */
export interface TypedEntry {
  /** `null`: not tracked. */
  readonly status: ObligationStatus | null;
  readonly evidenceNote: string;
  readonly responsiblePerson: string;
  /** A day, or an empty text. */
  readonly lastReviewedAt: string;
  readonly nextReviewAt: string;
}

/** By whom and when an entry is saved. */
export interface SavedBy {
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly today: Day;
  /** What the catalog recommends. */
  readonly intervalMonths: number;
}

/** An entry that was saved, with what stood there before. */
export interface SavedEntry {
  readonly before: RegisterEntry | undefined;
  readonly after: Omit<RegisterEntry, "version">;
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
  { accountId, at, today, intervalMonths }: SavedBy,
  version?: number,
): Promise<SavedEntry> {
  const before = await store.lockEntry(code);
  const entered = readEntry(typed(before));
  const saved = saveEntry(entered, { today, intervalMonths });
  if (!("status" in saved)) throw refused(saved);
  if (version !== undefined && !isCurrentVersion(version, before?.version)) throw changedMeanwhile();
  const after: Omit<RegisterEntry, "version"> = {
    code,
    status: saved.status,
    status_source: saved.statusSource,
    scan_id: null,
    evidence_note: saved.evidenceNote,
    responsible_person: saved.responsiblePerson,
    last_reviewed_at: saved.lastReviewedAt,
    next_review_at: saved.nextReviewAt,
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

const FIELDS = [
  ["status", "status"],
  ["evidenceNote", "evidence_note"],
  ["responsiblePerson", "responsible_person"],
  ["lastReviewedAt", "last_reviewed_at"],
  ["nextReviewAt", "next_review_at"],
] as const;

/** The names of the fields that a save changes. */
export function changedFields(
  before: Partial<RegisterEntry> | null | undefined,
  after: Omit<RegisterEntry, "version">,
): readonly string[] {
  // What was never touched is as empty as an empty text.
  const changed = FIELDS.filter(([, column]) => (before?.[column] || null) !== (after[column] || null));
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
  refuseFaults(faults);
  return {
    status: typed.status,
    evidenceNote,
    responsiblePerson,
    lastReviewedAt: typed.lastReviewedAt || null,
    nextReviewAt: typed.nextReviewAt || null,
  };
}

/** Line breaks as one sign, and no other control character: PostgreSQL does not take every one of them. */
function plainLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\n\P{Cc}]/gu, " ")
    .trim();
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
  too_late: {
    sk: "ďalšie preskúmanie je viac ako desať rokov po poslednom",
    cs: "příští přezkoumání je více než deset let po posledním",
    en: "the next review is more than ten years after the last one",
  },
} satisfies Record<string, Localized>;
