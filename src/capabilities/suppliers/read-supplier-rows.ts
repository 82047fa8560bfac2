import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import { hasValidCheckDigit } from "../../core/ico.ts";
import type { Localized } from "../../core/locale.ts";
import { readDay } from "../../core/typed-day.ts";
import { readEmailAddress } from "../../identity/email-address.ts";
import { CRITICALITIES, type Criticality, type SupplierNote } from "../../state/supplier-changes.ts";
import type { Services } from "../contexts.ts";
import { type FirmColumn, headerWords } from "../rows/columns.ts";
import { type ReadRow, type RowWarning, readRows } from "../rows/read-rows.ts";
import { overFile, resolveRow } from "../rows/resolve-row.ts";
import { mistypedNumber, type RowProblem, rowProblem, wrongValue } from "../rows/row-problems.ts";
import { type SupplierKey, supplierName } from "./listed-supplier.ts";
import { isPlannedDay } from "./supplier-plan.ts";

/** The columns of a list of suppliers, besides those of every list of firms. */
type SupplierColumn = "criticality" | "contactEmail" | "contactName" | "nextReviewAt";

const WORDS = headerWords<SupplierColumn>({
  criticality: ["criticality", "kritickosť", "kritičnost", "dôležitosť", "důležitost"],
  contactEmail: ["contactEmail", "e-mail", "email", "kontakt"],
  contactName: ["contactName", "kontaktná osoba", "kontaktní osoba"],
  nextReviewAt: ["nextReviewAt", "preskúmanie", "přezkoumání"],
});

/** How people write how much depends on a supplier, folded. */
const CRITICALITY_WORDS: Readonly<Record<Criticality, readonly string[]>> = {
  critical: ["critical", "kriticka", "kriticky", "kriticke"],
  high: ["high", "vysoka", "vysoky", "vysoke"],
  medium: ["medium", "stredna", "stredny", "stredni", "stredne"],
  low: ["low", "nizka", "nizky", "nizke"],
};

const LONGEST = { contactName: 120, note: 4_000 } as const;

/** What an import says of a supplier. */
export type ImportedNote = Partial<
  Pick<SupplierNote, "criticality" | "contact_name" | "contact_email" | "next_review_at" | "note">
>;

/** A firm of a list of suppliers, with the lines that speak of it. */
export interface ImportedFirm extends SupplierKey {
  readonly lines: readonly number[];
  readonly note: ImportedNote;
}

/** What is to be said of a line that was read all the same. */
export type ImportWarning = RowWarning | "not_held" | "twice";

/** A list of suppliers as it was read: firms, each once, and the lines that name none. */
export interface ReadSuppliers {
  readonly rows: number;
  readonly firms: readonly ImportedFirm[];
  readonly errors: readonly { readonly line: number; readonly typed: string; readonly problem: RowProblem }[];
  readonly warnings: readonly { readonly line: number; readonly code: ImportWarning }[];
  /** Heads that are no known column: foreign text. */
  readonly ignoredColumns: readonly string[];
}

/**
 * Reads a pasted or saved list of suppliers. Later rows of the same firm win; an empty cell clears nothing. Only the
 * register file is asked.
 * @param home the country of a number that no register here has and no cell names
 */
export async function readSuppliers(text: string, home: Country, services: Services): Promise<ReadSuppliers> {
  const { rows, ignoredColumns } = readRows<SupplierColumn>(text, WORDS);
  const firms = new Map<string, ImportedFirm>();
  const errors: { line: number; typed: string; problem: RowProblem }[] = [];
  const warnings: { line: number; code: ImportWarning }[] = [];
  for (const row of rows) {
    const found = await firmOf(row, home, services);
    const note = noteOf(row);
    const problem = "problem" in found ? found.problem : "problem" in note ? note.problem : undefined;
    if (problem !== undefined || "problem" in found || "problem" in note) {
      errors.push({ line: row.line, typed: row.typed, problem: problem ?? rowProblem("no_firm") });
      continue;
    }
    const key = supplierName(found.firm);
    const before = firms.get(key);
    for (const code of [...found.warnings, ...(before === undefined ? [] : (["twice"] as const))]) {
      warnings.push({ line: row.line, code });
    }
    firms.set(key, {
      ...found.firm,
      lines: [...(before?.lines ?? []), row.line],
      note: { ...before?.note, ...note.note },
    });
  }
  return { rows: rows.length, firms: [...firms.values()], errors, warnings, ignoredColumns };
}

type FoundFirm =
  | { readonly firm: SupplierKey; readonly warnings: readonly ImportWarning[] }
  | { readonly problem: RowProblem };

type Row = ReadRow<FirmColumn | SupplierColumn>;

/** The firm of a row. A number that only the whole register could judge is taken: the next one will. */
async function firmOf(row: Row, home: Country, services: Services): Promise<FoundFirm> {
  const resolved = await resolveRow(row, { country: undefined, takesNames: true }, overFile(services));
  if ("found" in resolved) {
    const { country, ico } = resolved.found.company;
    return { firm: { country, ico }, warnings: resolved.warnings };
  }
  const { problem } = resolved;
  const isOpen = problem.code === "not_held" || problem.code === "source_unavailable";
  if (row.ico === undefined || !isOpen) return { problem };
  if (!hasValidCheckDigit(row.ico)) return { problem: mistypedNumber };
  return { firm: { country: row.country ?? home, ico: row.ico }, warnings: [...row.warnings, "not_held"] };
}

/** What the other cells of a row say; an empty one says nothing. */
function noteOf({ cells }: Row): { readonly note: ImportedNote } | { readonly problem: RowProblem } {
  const note: { -readonly [Key in keyof ImportedNote]: ImportedNote[Key] } = {};
  const { criticality, contactEmail, contactName, nextReviewAt, note: text } = cells;
  if (criticality !== undefined) {
    const words = fold(criticality);
    const known = CRITICALITIES.find((each) => CRITICALITY_WORDS[each].includes(words));
    if (known === undefined) return { problem: wrongValue("criticality", WHY.criticality) };
    note.criticality = known;
  }
  if (contactEmail !== undefined) {
    const email = readEmailAddress(contactEmail.replace(/^\s*mailto:/i, "").replace(/^.*<([^<>]+)>\s*$/, "$1"));
    if (email === undefined) return { problem: wrongValue("contactEmail", WHY.email) };
    note.contact_email = email;
  }
  if (contactName !== undefined) {
    if ([...contactName].length > LONGEST.contactName) return { problem: wrongValue("contactName", WHY.name) };
    note.contact_name = foreignText(contactName);
  }
  if (nextReviewAt !== undefined) {
    const day = readDay(nextReviewAt);
    if (day === undefined || !isPlannedDay(day)) return { problem: wrongValue("nextReviewAt", WHY.day) };
    note.next_review_at = day;
  }
  if (text !== undefined) {
    if ([...text].length > LONGEST.note) return { problem: wrongValue("note", WHY.note) };
    note.note = foreignLines(text);
  }
  return { note };
}

const WHY = {
  criticality: {
    sk: "má byť kritická, vysoká, stredná alebo nízka",
    cs: "má být kritická, vysoká, střední nebo nízká",
    en: "it is critical, high, medium or low",
  },
  email: { sk: "to nie je e-mailová adresa", cs: "to není e-mailová adresa", en: "that is no e-mail address" },
  name: { sk: "najviac 120 znakov", cs: "nejvýše 120 znaků", en: "at most 120 characters" },
  day: { sk: "taký deň nie je", cs: "takový den není", en: "there is no such day" },
  note: { sk: "najviac 4000 znakov", cs: "nejvýše 4000 znaků", en: "at most 4000 characters" },
} satisfies Record<string, Localized>;
