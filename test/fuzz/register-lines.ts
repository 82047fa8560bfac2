import assert from "node:assert/strict";
import { z } from "zod";
import { CATEGORIES, UNKNOWN_REASONS } from "../../src/core/company.ts";
import type { Country } from "../../src/core/country.ts";
import { RegisterFileError } from "../../src/sources/registers/snapshot/records/failure.ts";
import {
  type FirmRecord,
  type LineReader,
  type Reading,
  UNREADABLE_END,
} from "../../src/sources/registers/snapshot/records/firm-record.ts";
import { isNaturalPerson } from "../../src/sources/registers/snapshot/records/natural-person.ts";
import { linesOf } from "../../src/sources/registers/snapshot/records/read-lines.ts";
import type { Input } from "./fuzzer.ts";
import { checkForeignText, checkOwnWords, isCalendarDay, promised } from "./oracles.ts";

/** Names longer than this are cut. */
const LONGEST_NAME = 1_000;

const day = z.int().min(10101).max(99991231);
const code = z.int().min(0).max(999).nullable();
const count = z.int().min(0).nullable();
const naceCodes = z.array(z.string().regex(/^(?:\d{2,5}|00)$/));

/** What a reader may hand on: the ranges that a row of the snapshot has room for. */
const firmRecord = z.object({
  ico: z.int().min(1).max(99_999_999),
  legalForm: code,
  founded: day.nullable(),
  nace2: naceCodes,
  nace21: naceCodes,
  size: code,
  employeesMin: count,
  employeesMax: count,
  turnoverEur: z.number().nullable(),
  balanceSheetEur: z.number().nullable(),
  outcome: z
    .object({
      category: z.enum(CATEGORIES),
      sector: z
        .string()
        .regex(/^[a-z][a-z0-9-]*$/)
        .nullable(),
      reason: z.enum(UNKNOWN_REASONS).nullable(),
    })
    .nullable(),
  outcomeDay: day.nullable(),
  entity: z.int().nullable(),
});

/** What a line became. */
export interface ReadLine {
  readonly text: string;
  readonly readings: readonly Reading[];
}

/**
 * Reads a whole file as an import does and checks what every reader of register files promises: it throws
 * `RegisterFileError` only, its records fit, its reasons are its own words, nobody who has ceased as a sole trader has
 * a name, and a reader that goes on after an interruption reads the same.
 * @param open opens a reader with what an interrupted one knew.
 */
export function readFile(input: Input, country: Country, open: (memory: string) => LineReader): readonly ReadLine[] {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length);
  const lines = linesOf({ bytes, firstLine: 1, end: bytes.length, fileBytes: bytes.length }).map((line) => line ?? "");
  const read: ReadLine[] = [];
  promised(RegisterFileError, () => {
    const reader = open("");
    lines.forEach((text, index) => {
      read.push({ text, readings: readingsOf(reader, text, index + 1) });
    });
    reader.end(lines.length, read.flatMap(({ readings }) => readings).length);
  });
  for (const { readings } of read) for (const reading of readings) checkReading(reading, country);
  if (read.length === lines.length && read.length > 1) checkResumed(lines, read, open);
  return read;
}

function readingsOf(reader: LineReader, text: string, line: number): readonly Reading[] {
  const readings = reader.line(text, line);
  return "kind" in readings ? [readings] : readings;
}

function checkReading(reading: Reading, country: Country): void {
  if (reading.kind === "bad") checkOwnWords(reading.reason);
  if (reading.kind !== "record") return;
  const { record } = reading;
  firmRecord.parse(record);
  checkForeignText(record.name, LONGEST_NAME);
  checkForeignText(record.address, LONGEST_NAME);
  if (record.ceased !== null && record.ceased !== UNREADABLE_END && record.ceased !== 0) day.parse(record.ceased);
  if (record.ceased !== null && isNaturalPerson(country, record.legalForm)) {
    assert.deepEqual([record.name, record.address], [null, null], "a sole trader who has ceased has a name");
  }
}

function checkResumed(
  lines: readonly string[],
  whole: readonly ReadLine[],
  open: (memory: string) => LineReader,
): void {
  const at = Math.ceil(lines.length / 2);
  const interrupted = open("");
  lines.slice(0, at).forEach((text, index) => {
    readingsOf(interrupted, text, index + 1);
  });
  const resumed = open(interrupted.memory());
  const rest = lines.slice(at).map((text, index) => readingsOf(resumed, text, at + index + 1));
  assert.deepEqual(
    rest,
    whole.slice(at).map(({ readings }) => readings),
    "a reader that goes on reads something else",
  );
}

/**
 * The end of a firm against what its register states, read by another way: without an end it is active, it has ceased
 * on no other day than the stated one, and what is no day is an end that cannot be read, never an active firm, a day
 * or an end without one.
 * @param stated the end as a text; empty where the register states none.
 */
export function checkEnd({ ceased }: Pick<FirmRecord, "ceased">, stated: string): void {
  if (stated === "") {
    assert.equal(ceased, null, "a firm without an end has ceased");
    return;
  }
  const day = stated.slice(0, 10);
  // A day before the foundation cannot be an end either.
  const readable = isCalendarDay(day) ? [Number(day.replaceAll("-", "")), UNREADABLE_END] : [UNREADABLE_END];
  assert.ok(readable.includes(ceased ?? 0), `the end ${day} became ${ceased}`);
}

/** The end in a member of a record; one that is neither a text nor a number is an end that nobody can read. */
export function endIn(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}
