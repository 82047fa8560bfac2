import { type Day, dayOf } from "../../../../core/day.ts";
import { nis2RegisterReader } from "../../nis2-register/read-nis2-register.ts";
import { readActivities } from "../../res/activities.ts";
import type { ActivityIndex } from "../../res/activity-index.ts";
import { resReader } from "../../res/read-res.ts";
import { rpoReader } from "../../rpo/read-rpo.ts";
import { ruzReader } from "../../ruz/read-ruz.ts";
import { FORMATS } from "../told/formats.ts";
import { cutOff, endsInLine, linesOf, readStretches, START } from "../told/read-lines.ts";
import { dayNumber, type LineReader, type Reading } from "../told/told.ts";
import { applyTold } from "./apply-told.ts";
import type { Build } from "./build.ts";
import { FileCounters } from "./file-counters.ts";
import { fingerprintOf } from "./files.ts";
import type { FirmWriter } from "./firm-writer.ts";
import type { ImportFile } from "./import-options.ts";
import type { Voice } from "./merge.ts";

/** Rows and stretches of a file per transaction: the progress row is written as often. */
const ROWS_AT_ONCE = 20_000;
const STRETCHES_AT_ONCE = 32;

/**
 * Reads one file into the build, from where an interrupted run stopped. Rows and progress are written in the same
 * transactions. Returns what was counted and the day of publication.
 * @throws RegisterFileError when the file is damaged, not whole, or has too many bad rows.
 */
export async function storeFile(
  build: Build,
  file: ImportFile,
  writer: FirmWriter,
): Promise<{ counters: FileCounters; asOf: Day }> {
  const { db, state, dictionaries } = build;
  const traits = FORMATS[file.format];
  const { bytes, changed } = fingerprintOf(file.file);
  const changedOn = dayOf(changed);
  const counters = FileCounters.from(file.file, state.text("counters"));
  const activities = await loadActivities(build, file);
  const reader = readerOf(file, changedOn, activities, state.text("memory") ?? "");
  const from = { byte: state.number("byte"), line: Math.max(START.line, state.number("line")) };
  if (from.byte > 0) counters.resumedAtLine = from.line;
  const asOf = () => file.asOf ?? reader.publishedOn() ?? changedOn;

  let voice: (Voice & { readonly asOf: Day }) | undefined;
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
      const applied = applyTold(writer, dictionaries, traits, voiceOf(), reading.told);
      counters.note(applied.odd);
      if (applied.stored) counters.firms++;
      if (applied.added) counters.added++;
      inTransaction++;
    }
  }

  /** The day of publication may stand in the first rows only, so the voice is made when it is first needed. */
  function voiceOf(): Voice {
    const day = asOf();
    if (voice?.asOf !== day) {
      voice = { asOf: day, source: traits.source, rank: traits.rank, letter: traits.letter, day: dayNumber(day) ?? 0 };
    }
    return voice;
  }
}

async function loadActivities(build: Build, { activities }: ImportFile): Promise<ActivityIndex | undefined> {
  if (activities === undefined) return undefined;
  const { bytes } = fingerprintOf(activities);
  return readActivities(activities, (done) => {
    build.options.signal?.throwIfAborted();
    build.options.onProgress?.({ phase: "activities", file: activities, done, total: bytes, rows: 0 });
  });
}

function readerOf(file: ImportFile, changedOn: Day, activities: ActivityIndex | undefined, memory: string): LineReader {
  switch (file.format) {
    case "res":
      return resReader(file.file, activities, memory);
    case "rpo":
      return rpoReader(file.file, file.asOf ?? changedOn, memory);
    case "ruz":
      return ruzReader(file.file, memory);
    case "nis2-register":
      return nis2RegisterReader(file.file, file.country, memory);
  }
}
