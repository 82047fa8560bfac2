import type { FuzzedCall } from "./calls.ts";
import { type CallAnswer, holdsMark, judge } from "./judge.ts";
import type { CallCounts, Finding } from "./messages.ts";

/** Findings kept with their call and answer; the others are only counted. */
const MOST_KEPT = 20;

/** Judges answers as they come and counts them. */
export interface OpenCounts extends CallCounts {
  readonly statuses: Record<string, number>;
  readonly findings: Finding[];
  take(call: FuzzedCall, answer: CallAnswer): void;
  /** A call that got no answer in time, or that threw. */
  fail(call: FuzzedCall, complaint: "hang" | "thrown", cause: string): void;
}

export function createCounts(): OpenCounts {
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  const count = (key: string) => {
    statuses[key] = (statuses[key] ?? 0) + 1;
  };
  const add = (complaint: Finding["complaint"], call: FuzzedCall, answer: string) => {
    count(`complaint ${complaint}`);
    if (findings.length < MOST_KEPT) findings.push({ complaint, call: describe(call), answer: answer.slice(0, 2_000) });
  };
  return {
    statuses,
    findings,
    take(call, answer) {
      count(`${call.face} ${answer.status}`);
      if (holdsMark(answer.text)) count("with foreign text");
      for (const complaint of judge(call, answer)) add(complaint, call, `${answer.status} ${answer.text}`);
    },
    fail: (call, complaint, cause) => add(complaint, call, cause),
  };
}

/** Adds the counts of one counts to another. */
export function addCounts(to: OpenCounts, { statuses, findings }: CallCounts): void {
  for (const [key, times] of Object.entries(statuses)) to.statuses[key] = (to.statuses[key] ?? 0) + times;
  to.findings.push(...findings.slice(0, Math.max(0, MOST_KEPT - to.findings.length)));
}

function describe({ method, path, headers, body }: FuzzedCall): string {
  const sent = body === undefined || typeof body === "string" ? body : Buffer.from(body).toString("base64");
  return JSON.stringify({ method, path, headers, body: sent });
}
