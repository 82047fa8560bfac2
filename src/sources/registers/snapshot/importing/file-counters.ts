import { RegisterFileError } from "../records/failure.ts";
import type { OddKind } from "../records/firm-record.ts";
import type { SkippedLine } from "./import-options.ts";

/** How many skipped lines a report names. */
const NAMED = 20;

/** So many bad rows are never too many: a small file with one of them is still a good file. */
const ALWAYS_ALLOWED = 20;

const BAD_SHARE = 0.01;

/** What was met in one file; kept with the progress, so that a resumed import reports the whole file. */
export class FileCounters {
  lines = 0;
  firms = 0;
  added = 0;
  gone = 0;
  skipped = 0;
  resumedAtLine: number | undefined;
  readonly firstSkipped: SkippedLine[] = [];
  /** Lines with a text that has lost letters: it is left out, the rest of the line is read. */
  readonly lost: SkippedLine[] = [];
  readonly odd: Partial<Record<OddKind, number>> = {};
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The counters of a file, as an interrupted run left them. */
  static from(file: string, encoded: string | undefined): FileCounters {
    const counters = new FileCounters(file);
    if (encoded !== undefined) Object.assign(counters, JSON.parse(encoded)); // written by `encode` below
    return counters;
  }

  encode(): string {
    const { lines, firms, added, gone, skipped, firstSkipped, lost, odd } = this;
    return JSON.stringify({ lines, firms, added, gone, skipped, firstSkipped, lost, odd });
  }

  /** The part of an import's report that is counted here. */
  summary() {
    const { lines, firms, added, gone, skipped, odd, resumedAtLine } = this;
    const firstSkipped = [...this.firstSkipped, ...this.lost].slice(0, NAMED);
    const counted = { lines, firms, added, gone, skipped, firstSkipped, odd };
    return resumedAtLine === undefined ? counted : { ...counted, resumedAtLine };
  }

  skip(line: number, reason: string): void {
    this.skipped++;
    if (this.firstSkipped.length < NAMED) this.firstSkipped.push({ line, reason });
  }

  noteLost(line: number): void {
    this.note("lost_letters");
    if (this.lost.length < NAMED) this.lost.push({ line, reason: "a text with lost letters (U+FFFD) is left out" });
  }

  note(odd: OddKind | undefined): void {
    if (odd !== undefined) this.odd[odd] = (this.odd[odd] ?? 0) + 1;
  }

  /** @throws RegisterFileError when so much of the file is unreadable that the rest cannot be trusted either. */
  refuseTooManyBad(share = BAD_SHARE): void {
    const first = this.firstSkipped[0];
    if (first === undefined) return;
    const isHopeless = this.firms === 0;
    if (!isHopeless && (this.skipped <= ALWAYS_ALLOWED || this.skipped <= (this.skipped + this.firms) * share)) return;
    throw new RegisterFileError(
      this.#file,
      first.line,
      `${this.skipped} of ${this.skipped + this.firms} rows cannot be read; the first one: ${first.reason}.`,
    );
  }
}
