/**
 * Asks `nis2_scope_check` at a constant rate, whether or not the answers before have come, from a process of its own.
 *
 *     node bench/documents/steady-caller.ts <port> <calls a second>
 *
 * Its parent says when a phase begins and ends; at the end it gets how long each answer of the phase took.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, send } from "../protocol/measured-server.ts";

/** What the caller is sent, and what it answers: the milliseconds of each answer of the phase that ended. */
export type ToCaller = "begin" | "end";
export type FromCaller = readonly number[];

const [port, perSecond] = [Number(process.argv[2]), Number(process.argv[3])];
const CALL: Call = {
  port,
  headers: { Accept: "application/json, text/event-stream" },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "nis2_scope_check", arguments: { ico: "31322832", country: "SK" } },
  }),
};

let isCalling = false;
let underWay: Promise<void>[] = [];
let times: number[] = [];

async function check(): Promise<void> {
  const since = performance.now();
  await send(CALL);
  times.push(performance.now() - since);
}

async function callSteadily(): Promise<void> {
  const begun = performance.now();
  for (let turn = 0; isCalling; turn++) {
    const wait = begun + (turn * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    underWay.push(check());
  }
}

process.on("message", (word: ToCaller) => {
  isCalling = word === "begin";
  if (isCalling) {
    [times, underWay] = [[], []];
    void callSteadily();
  } else {
    void Promise.all(underWay).then(() => process.send?.(times satisfies FromCaller));
  }
});
process.on("disconnect", () => process.exit(0));
