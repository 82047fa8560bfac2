import { FOREIGN_MARK } from "../../promises/register-files.fixture.ts";
import type { FuzzedCall } from "./calls.ts";

/** What came back for a call. */
export interface CallAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** What may be wrong with an answer. */
export type Complaint = "server_error" | "foreign_text" | "tells_of_inside" | "no_answer_of_the_face";

/** What must never be in an answer: traces, places in the code, the names of what is below. */
const INSIDE = /\n\s+at |node_modules|\.tsx?:\d+|\[object |SQLITE_|ZodError|TypeError|undefined is not/;

/** Each foreign text of the test registers holds one of these; no call holds one itself. */
const MARKS = [FOREIGN_MARK, "IGNORE ALL PREVIOUS"] as const;

/** Judges one answer; an empty list is a right one. */
export function judge({ face, method }: FuzzedCall, answer: CallAnswer): Complaint[] {
  const { status, text, contentType } = answer;
  const complaints: Complaint[] = [];
  if (status >= 500 || isInternal(face, text)) complaints.push("server_error");
  if (INSIDE.test(text)) complaints.push("tells_of_inside");
  if (holdsMark(text) && isForeignOutside(text, contentType)) complaints.push("foreign_text");
  if (face === "mcp" && ![200, 202, 400, 404].includes(status)) complaints.push("no_answer_of_the_face");
  const isProblem = face === "rest" && status >= 400 && method !== "HEAD";
  if (isProblem && contentType !== "application/problem+json") complaints.push("no_answer_of_the_face");
  return complaints;
}

/** A failure that nobody foresaw is an `internal` error on every face, and a JSON-RPC error -32603 on MCP. */
function isInternal(face: string, text: string): boolean {
  return face === "mcp" && /"code":(?:"internal"|-32603)/.test(text);
}

/** True for an answer with foreign text in it, wherever it stands. */
export function holdsMark(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark));
}

function isForeignOutside(text: string, contentType: string): boolean {
  if (contentType.startsWith("text/html")) return isOutsideMarkup(text);
  if (!contentType.includes("json")) return true;
  return isOutsideUntrusted(JSON.parse(text));
}

/** On a page foreign text stands, escaped, in `bdi` and in the window title. */
function isOutsideMarkup(html: string): boolean {
  const ours = html.replace(/<bdi[^>]*>[^<]*<\/bdi>|<title>[^<]*<\/title>/g, "");
  return holdsMark(ours) || html.includes("<script>alert");
}

/** Of an MCP answer, the JSON block repeats the data as a text: it is walked like the data. */
function isOutsideUntrusted(value: unknown): boolean {
  if (typeof value === "string") return holdsMark(value) && !isBlockOfData(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => holdsMark(key) || (key !== "untrusted" && isOutsideUntrusted(inner)),
  );
}

function isBlockOfData(text: string): boolean {
  if (!text.startsWith("{")) return false;
  return !isOutsideUntrusted(JSON.parse(text));
}
