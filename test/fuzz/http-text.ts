import type { Input } from "./fuzzer.ts";
import { textOf } from "./oracles.ts";

/** A request as the inputs write it: a first line, headers, an empty line, the body. */
export interface TextRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads an input as a request; what is missing is empty. */
export function requestOf(input: Input): TextRequest {
  const text = textOf(input);
  const end = text.indexOf("\n\n");
  const head = (end === -1 ? text : text.slice(0, end)).split("\n");
  const [method = "", target = ""] = (head[0] ?? "").split(" ");
  const headers = head.slice(1).map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { method, target, headers: new Map(headers), body: end === -1 ? "" : text.slice(end + 2) };
}

/** What must never be in an answer: traces, places in the code, causes. */
export const INSIDE = /\n\s+at |node_modules|\.[tj]sx?:\d+|the secret cause|\[object /;
