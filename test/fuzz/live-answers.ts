import assert from "node:assert/strict";
import type { z } from "zod";
import { SourceFailure } from "../../src/outbound/failure.ts";
import type { Reply } from "../../src/outbound/request-json.ts";
import { type LiveFacts, type LiveHits, liveFacts, liveHits } from "../../src/sources/registers/live/live-register.ts";
import type { Input } from "./fuzzer.ts";
import { checkForeignText, isCalendarDay, promised, textOf } from "./oracles.ts";

const LONGEST_TEXT = 1_000;

/** The answers that a source may make of a body: its usual status, and those that readers look into. */
export function repliesOf(input: Input): readonly Reply[] {
  const text = textOf(input);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return [200, 400, 404].flatMap((status): Reply[] =>
    // A 200 that is no JSON never reaches a reader.
    status === 200 && json === undefined ? [] : [{ status, json, isEmpty: text.trim() === "", etag: null }],
  );
}

/** A reader gives what its shape allows, or a `SourceFailure`. */
export function read<S extends z.ZodType>(shape: S, reader: () => unknown): z.output<S> | undefined {
  const value = promised(SourceFailure, reader);
  return value === undefined ? undefined : shape.parse(value);
}

/**
 * The facts of a firm, with what every register promises of them. `end` is the end that the answer states, as a text,
 * empty for none; `undefined` where the register states ends in another way.
 */
export function checkFacts(reader: () => unknown, end?: string): LiveFacts | undefined {
  const facts = read(liveFacts.nullable(), reader);
  if (facts === undefined || facts === null) return undefined;
  checkForeignText(facts.name, LONGEST_TEXT);
  checkForeignText(facts.address, LONGEST_TEXT);
  for (const { code } of facts.nace) assert.match(code, /^\d{2,5}$/);
  if (facts.legalForm !== null) assert.match(facts.legalForm, /^\d{3}$/);
  if (facts.sizeCode !== null) assert.match(facts.sizeCode, /^\d{2,3}$/);
  for (const day of [facts.foundedOn, facts.ceasedOn]) if (day !== null) assert.ok(isCalendarDay(day), "no such day");
  if (end === "") assert.notEqual(facts.status, "ceased", "a firm without an end has ceased");
  else if (end !== undefined && !isCalendarDay(end.slice(0, 10))) {
    assert.deepEqual([facts.status, facts.ceasedOn], ["unreadable", null], "an end that is no day was read");
  }
  return facts;
}

/** The firms of a search. */
export function checkHits(reader: () => unknown): LiveHits | undefined {
  const found = read(liveHits, reader);
  for (const { ico, name, address } of found?.hits ?? []) {
    assert.match(ico, /^\d{8}$/);
    checkForeignText(name, LONGEST_TEXT);
    checkForeignText(address, LONGEST_TEXT);
  }
  return found;
}

/** A member of an answer as a text; empty where it is none, `null` or of another kind. */
export function statedText(json: unknown, member: string): string {
  if (typeof json !== "object" || json === null) return "";
  const value: unknown = Reflect.get(json, member);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
