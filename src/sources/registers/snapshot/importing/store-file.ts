import { type Day, dayOf } from "../../../../core/day.ts";
import type { FileRegister } from "../records/file-register.ts";
import { dayNumber, type LineReader, LOST_LETTER, type Reading } from "../records/firm-record.ts";
import { cutOff, endsInLine, linesOf, readStretches, START } from "../records/read-lines.ts";
import { applyRecord } from "./apply-record.ts";
import type { Build } from "./build.ts";
import { FileCounters } from "./file-counters.ts";
import { fingerprintOf } from "./files.ts";
import type { FirmWriter } from "./firm-writer.ts";
import type { ImportFile } from "./import-options.ts";
import type { RecordSource } from "./merge.ts";

/** Rows and stretches of a file per transaction: the progress row is written as often. */
const ROWS_AT_ONCE = 20_000;
const STRETCHES_AT_ONCE = 32;

/** One file, and where its firms go. */
export interface FileToStore {
  readonly file: ImportFile;
  readonly register: FileRegister;
  readonly writer: FirmWriter;
  /** True when the country had no firm before this file: what it repeats need not be looked up. */
  readonly startedEmpty: boolean;
}

/**
 * Reads one file into the build, from where an interrupted run stopped. Rows and progress are written in the same
 * transactions. Returns what was counted and the day of publication.
 * @throws RegisterFileError when the file is damaged, not whole, or has too many bad rows.
 */
export async function storeFile(
  build: Build,
  { file, register, writer, startedEmpty }: FileToStore,
): Promise<{ counters: FileCounters; asOf: Day }> {
  const { db, state, dictionaries } = build;
  const { bytes, changed } = fingerprintOf(file.file);
  const changedOn = dayOf(changed);
  const counters = FileCounters.from(file.file, state.text("counters"));
  const reader = await openReader(build, file, register, changedOn);
  const from = { byte: state.number("byte"), line: Math.max(START.line, state.number("line")) };
  if (from.byte > 0) counters.resumedAtLine = from.line;
  const asOf = () => file.asOf ?? reader.publishedOn() ?? changedOn;

  let source: (RecordSource & { readonly asOf: Day }) | undefined;
  let inTransaction = 0;
  let stretches = 0;
  let position = from;
  let fileBytes = 0;
  let lastBad = 0;
  db.exec("BEGIN");
  try {
    for await (const stretch of readStretches(file.file, from)) {
      const lines = linesOf(stretch);
      lines.forEach((line, index) => {
        readLine(line, stretch.firstLine + index);
      });
      position = { byte: stretch.end, line: stretch.firstLine + lines.length };
      if (endsInLine(stretch) && lastBad === position.line - 1) throw cutOff(file.file, lastBad);
      fileBytes = stretch.fileBytes;
      if (inTransaction >= ROWS_AT_ONCE || ++stretches >= STRETCHES_AT_ONCE) {
        counters.refuseTooManyBad(build.options.maxBadShare);
        commit();
        await build.tick(progress());
        db.exec("BEGIN");
        inTransaction = 0;
        stretches = 0;
      }
    }
    counters.refuseTooManyBad(build.options.maxBadShare);
    reader.end(position.line - 1, counters.firms);
    commit();
  } finally {
    if (db.isTransaction) db.exec("ROLLBACK");
  }
  await build.tick(progress());
  return { counters, asOf: asOf() };

  function progress() {
    return { phase: "rows", file: file.file, done: fileBytes, total: bytes, rows: counters.firms } as const;
  }

  function commit(): void {
    writer.flush();
    state.set("byte", position.byte);
    state.set("line", position.line);
    state.set("memory", reader.memory());
    state.set("counters", counters.encode());
    db.exec("COMMIT");
  }

  function readLine(text: string | null, line: number): void {
    counters.lines = line;
    if (text === null) counters.skip(line, "longer than 8 MiB");
    else {
      if (text.includes(LOST_LETTER)) counters.noteLost(line);
      const readings = reader.line(text, line);
      if ("kind" in readings) store(readings, line);
      else for (const reading of readings) store(reading, line);
    }
  }

  function store(reading: Reading, line: number): void {
    if (reading.kind === "bad") {
      counters.skip(line, reading.reason);
      lastBad = line;
    } else if (reading.kind === "nothing") counters.note(reading.odd);
    else {
      for (const odd of reading.odd) counters.note(odd);
      const applied = applyRecord({ writer, dictionaries, register, startedEmpty, source: sourceOf() }, reading.record);
      counters.note(applied.odd);
      if (applied.stored) counters.firms++;
      if (applied.added) counters.added++;
      inTransaction++;
    }
  }

  /** The day of publication may stand in the first rows only, so the source is made when it is first needed. */
  function sourceOf(): RecordSource {
    const day = asOf();
    if (source?.asOf !== day) {
      const { id, rank, file: format } = register;
      source = { asOf: day, source: id, slot: format.slot, rank, day: dayNumber(day) ?? 0 };
    }
    return source;
  }
}

/** The reader of the file, in the state that an interrupted run left; a second file is read whole first. */
async function openReader(
  { state, options }: Build,
  { file, country, activities, asOf }: ImportFile,
  register: FileRegister,
  changedOn: Day,
): Promise<LineReader> {
  const total = activities === undefined ? 0 : fingerprintOf(activities).bytes;
  return register.file.open({
    file,
    country,
    activities,
    asOf: asOf ?? changedOn,
    memory: state.text("memory") ?? "",
    onActivityBytes: (done) => {
      options.signal?.throwIfAborted();
      if (activities !== undefined)
        options.onProgress?.({ phase: "activities", file: activities, done, total, rows: 0 });
    },
  });
}
