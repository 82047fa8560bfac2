import fc from "fast-check";
import { expect } from "vitest";
import { SourceFailure } from "./failure.ts";
import type { Reply } from "./request-json.ts";

/** A recorded answer with one place in it replaced, removed or added: what a source may send some day. */
function mutated(recorded: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(recorded);
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)))
    .map(([place, value]) => replaced(recorded, place, value));
}

/** Any answer at all: a status and any JSON, or none. */
export function anyReply(recorded: unknown): fc.Arbitrary<Reply> {
  const status = fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 499 }));
  const body = fc.oneof(mutated(recorded), fc.jsonValue(), fc.constant(undefined));
  return fc.record({ status, json: body, isEmpty: fc.boolean(), etag: fc.constant(null) });
}

/** A whole answer of status 200. */
export function reply(json: unknown, status = 200): Reply {
  return { status, json, isEmpty: false, etag: null };
}

/** A reader may give what its shape allows, or a failure of our own; nothing else may come out of foreign input. */
export function keeps(read: () => unknown, shape: { parse(value: unknown): unknown }): void {
  let value: unknown;
  try {
    value = read();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SourceFailure);
    return;
  }
  shape.parse(value);
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  const below =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, each]) =>
          placesIn(each, [...at, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [at, ...below];
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaced(each, rest, by) : each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? replaced(each, rest, by) : each]),
  );
}
