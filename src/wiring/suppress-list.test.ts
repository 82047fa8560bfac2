import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkSuppressList } from "./doctor/examine.ts";
import { openSuppressList, SUPPRESS_FILE } from "./suppress-list.ts";

let dir: string;
let logged: string[];
let millis: number;
const file = () => join(dir, SUPPRESS_FILE);
const code = () => checkSuppressList({ dataDir: dir })[0]?.code;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-suppress-"));
  logged = [];
  millis = 0;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open() {
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  return openSuppressList({ dir, log, millis: () => millis });
}

test("a number counts in both countries, with a sign in one of them", () => {
  writeFileSync(file(), "# asked on 1 November 2026\n31 322 832  # by letter\nCZ27082440\n\n45317054 SK\r\n");
  const isSuppressed = open();
  expect([isSuppressed("31322832", "SK"), isSuppressed("31322832", "CZ")]).toEqual([true, true]);
  expect([isSuppressed("27082440", "SK"), isSuppressed("27082440", "CZ")]).toEqual([false, true]);
  expect([isSuppressed("45317054", "SK"), isSuppressed("45317054", "CZ")]).toEqual([true, false]);
  expect([logged, code()]).toEqual([[], "suppressed_ok"]);
});

test("without a file nobody is hidden, and a file that comes later holds within a second", () => {
  const isSuppressed = open();
  expect([isSuppressed("31322832", "SK"), code()]).toEqual([false, undefined]);
  writeFileSync(file(), "31322832\n");
  expect(isSuppressed("31322832", "SK")).toBe(false);
  millis = 1_000;
  expect(isSuppressed("31322832", "SK")).toBe(true);
});

test("a line that is no number is named, and the others hold", () => {
  writeFileSync(file(), "Jozef Mrkvička\n31322832\n123\n");
  expect(open()("31322832", "SK")).toBe(true);
  expect(logged.join("")).toContain('"lines":[1,3]');
  expect(logged.join("")).not.toContain("Mrkvička");
  expect(checkSuppressList({ dataDir: dir })).toEqual([
    { check: "suppress_list", code: "suppressed_wrong", values: { lines: "1, 3" } },
  ]);
});

test("what cannot be read stops a start; later, what it said last holds", () => {
  mkdirSync(file());
  expect(open).toThrow(/suppress\.txt cannot be read/);
  expect(code()).toBe("suppressed_unreadable");
  rmdirSync(file());
  writeFileSync(file(), "31322832\n");
  const isSuppressed = open();
  rmSync(file());
  mkdirSync(file());
  millis = 1_000;
  expect(isSuppressed("31322832", "SK")).toBe(true);
  expect(logged.join("")).toContain("what it said last holds");
});
