import { isFrozenForReuse } from "../../core/freeze-for-reuse.ts";
import type { Locale } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";
import { bytesOf } from "../../core/utf8-bytes.ts";

/** The members of a tool result as JSON, without the braces: each era adds its own around them. */
export type ResultMembers = string;

/**
 * A successful result as bytes of UTF-8: the line, and the answer serialised and encoded once for both places where it
 * stands.
 */
export function successMembers(summary: string, answer: unknown): ResultMembers {
  return membersOf(summaryLine(summary), bytesOfAnswer(answer));
}

/** The line of a result as JSON, in bytes. */
export function summaryLine(summary: string): string {
  return bytesOf(lineOf(summary));
}

/** The members of an answer that is there as bytes. @param line what `summaryLine` made */
export function membersOf(line: string, { json, quoted }: JsonBytes): ResultMembers {
  return `"content":[{"type":"text","text":${line}},{"type":"text","text":"${quoted}"}],"structuredContent":${json}`;
}

/** JSON as bytes, and the same as it stands inside a string of JSON. */
export interface JsonBytes {
  readonly json: string;
  readonly quoted: string;
}

/** Parts that many answers freezeForReuse, each as the member that it was of an answer. */
const known = new WeakMap<object, JsonBytes & { readonly name: string }>();

function sharedMember(name: string, value: object): JsonBytes {
  const before = known.get(value);
  if (before?.name === name) return before;
  const made = { name, ...quote(bytesOf(`"${name}":${JSON.stringify(value)}`)) };
  known.set(value, made);
  return made;
}

/** Serialises an answer as `JSON.stringify` does; of its members those that are shared are serialised once for all. */
function bytesOfAnswer(answer: unknown): JsonBytes {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    return quote(bytesOf(JSON.stringify(answer)));
  let json = "";
  let quoted = "";
  let rest: Record<string, unknown> | undefined;
  const add = (bytes: JsonBytes) => {
    // Members that JSON leaves out leave nothing.
    if (bytes.json === "") return;
    json = json === "" ? bytes.json : `${json},${bytes.json}`;
    quoted = quoted === "" ? bytes.quoted : `${quoted},${bytes.quoted}`;
  };
  const addRest = () => {
    if (rest !== undefined) add(quote(bytesOf(JSON.stringify(rest).slice(1, -1))));
    rest = undefined;
  };
  for (const name of Object.keys(answer)) {
    const value = (answer as Record<string, unknown>)[name];
    if (typeof value === "object" && value !== null && isFrozenForReuse(value)) {
      addRest();
      add(sharedMember(name, value));
    } else {
      rest ??= {};
      rest[name] = value;
    }
  }
  addRest();
  return { json: `{${json}}`, quoted: `{${quoted}}` };
}

function quote(json: string): JsonBytes {
  return { json, quoted: quoted(json) };
}

/** Bytes of JSON inside a string of JSON. What is above ASCII `JSON.stringify` leaves as it is, so they stay bytes. */
export function quoted(json: string): string {
  return JSON.stringify(json).slice(1, -1);
}

/** An error result as text (docs/specification.md, `errors.next-step`): what is wrong and what to do, in one language. */
export function problemMembers(problem: Problem, locale: Locale): ResultMembers {
  const { code, field, retryAfter } = problem;
  const message = problem.message[locale];
  const nextStep = problem.nextStep[locale];
  const wait = retryAfter === undefined ? {} : { retryAfter };
  const json = JSON.stringify({
    error: { code, message, nextStep, ...(field === undefined ? {} : { field }), ...wait },
    ...wait,
  });
  return `${contentOf(lineOf(`${message} ${nextStep}`), json)},"structuredContent":${json},"isError":true`;
}

/** @param line the first block, as JSON; @param json the second one's text */
function contentOf(line: string, json: string): string {
  return `"content":[{"type":"text","text":${line}},{"type":"text","text":${JSON.stringify(json)}}]`;
}

/** JSON of a text in one line: hosts show the first block so, and no line break of any kind survives. */
function lineOf(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").trim());
}
