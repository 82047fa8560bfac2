import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../../../src/version.ts";
import { jsonPost, toolCall } from "../../promises/requests.fixture.ts";
import { type Caller, CallFailed, type CallKind, type LoadContext } from "./caller.ts";
import { NEXT_VERSION } from "./next-release.ts";
import type { Topology } from "./topology.ts";

/** Between two calls of one caller, in milliseconds: the machine has to carry clients and servers. */
export const PAUSE_MS = 40;

interface PublicCall extends CallKind {
  readonly path: string;
  readonly init?: RequestInit;
}

const ICO = "31322832";
const STATED = { country: "SK", nace: [{ code: "35.11" }], employees: 60 };

const tool = (name: string, args: object): PublicCall => ({
  face: "mcp",
  what: name,
  path: "/api/mcp",
  init: toolCall(name, args),
});
const rest = (path: string, init?: RequestInit): PublicCall => ({
  face: "rest",
  what: path,
  path,
  ...(init === undefined ? {} : { init }),
});
const page = (path: string): PublicCall => ({ face: "web", what: path, path });

/** Calls whose answer rests on arguments, knowledge, registers and the day alone. */
const CALLS: readonly PublicCall[] = [
  tool("nis2_scope_check", { ico: ICO, country: "SK" }),
  tool("company_search", { query: "slovnaft" }),
  tool("nis2_obligations", { country: "CZ" }),
  tool("nis2_scope_check", { ico: "49240901", country: "CZ", locale: "cs" }),
  rest(`/api/scope-check?ico=${ICO}&country=SK&locale=en`),
  rest("/api/company-search?q=raiffeisen&country=CZ"),
  rest("/api/scope-evaluate", jsonPost(STATED)),
  rest("/api/opendata/nis2-stats"),
  page("/sk"),
  page(`/en/firma/sk/${ICO}`),
  page("/cs/search?q=tipos"),
  page("/sk/obligations"),
];

/** What each public call answers while nothing fails. */
export type PublicAnswers = ReadonlyMap<PublicCall, string>;

/** Asks every public call several times. @throws Error where one does not answer the same each time */
export async function publicAnswers({ newCaller }: Pick<LoadContext, "newCaller">): Promise<PublicAnswers> {
  const first = newCaller();
  const expected = new Map<PublicCall, string>();
  for (const call of CALLS) {
    const answers = new Set<string>();
    for (let n = 0; n < 3; n++) answers.add(await answerOf(await first.ask(call, call.path, call.init)));
    const [answer = ""] = answers;
    if (answers.size !== 1) throw new Error(`${call.what} does not answer twice the same`);
    expected.set(call, answer);
  }
  first.close();
  return expected;
}

/** Calls every face again and again; each answer has to be the one that was given before anything failed. */
export async function callPublic(
  { ledger, newCaller, isOver }: LoadContext,
  expected: PublicAnswers,
  callers: number,
): Promise<void> {
  async function callOn(begin: number): Promise<void> {
    const caller = newCaller();
    for (let n = begin; !isOver(); n++) {
      const call = CALLS[n % CALLS.length];
      if (call === undefined) break;
      try {
        const answer = await answerOf(await caller.ask(call, call.path, call.init));
        if (answer !== expected.get(call))
          ledger.wrong(`${call.what}: ${difference(expected.get(call) ?? "", answer)}`);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
      }
      await sleep(PAUSE_MS);
    }
    caller.close();
  }

  await Promise.all(Array.from({ length: callers }, (_, index) => callOn(index * 5)));
}

/** Status and body; the foot of a page names the version that runs. */
async function answerOf(response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status} ${text.replaceAll(NEXT_VERSION, VERSION)}`;
}

/** Where two answers part, with what stands there in each. */
function difference(expected: string, answer: string): string {
  let at = 0;
  while (at < answer.length && answer[at] === expected[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 100));
  return `${around(answer)} and not ${around(expected)}`;
}

/** What one address was let through, and what happened to the shared counts meanwhile. */
interface CountedAddress {
  readonly caller: Caller;
  readonly address: number;
  readonly openedAt: number;
  allowed: number;
  /** When it was let through last. */
  allowedAt: number;
  refused: number;
}

/**
 * Lets one address after the other use its day up, and asks for addresses that have used theirs up again.
 * @param wereAlone whether an instance counted for itself at some time between two instants
 * @returns addresses that were let through more often than they may
 */
export async function useCountsUp(
  { newCaller, isOver }: LoadContext,
  { counted: { path, perDay }, instances }: Pick<Topology, "counted" | "instances">,
  wereAlone: (from: number, to: number) => boolean,
): Promise<{ readonly addresses: number; readonly above: readonly string[] }> {
  const all: CountedAddress[] = [];
  const kind: CallKind = { face: "rest", what: path };

  async function ask(counted: CountedAddress): Promise<void> {
    try {
      const response = await counted.caller.ask(kind, path);
      await response.arrayBuffer();
      if (response.status === 429) counted.refused++;
      else {
        counted.allowed++;
        counted.allowedAt = performance.now();
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
  }

  for (let n = 0; !isOver(); n++) {
    const counted = {
      caller: newCaller(),
      address: n,
      openedAt: performance.now(),
      allowed: 0,
      allowedAt: 0,
      refused: 0,
    };
    all.push(counted);
    // Four at a time, so that both instances count one address at once.
    while (counted.refused < 4 && !isOver()) {
      await Promise.all([ask(counted), ask(counted), ask(counted), ask(counted)]);
      await sleep(PAUSE_MS * 4);
    }
    const earlier = all[Math.floor(Math.random() * all.length)];
    if (earlier !== undefined) await ask(earlier);
    await sleep(PAUSE_MS * 4);
  }
  for (const { caller } of all) caller.close();
  // What was counted alone is shared a moment later.
  await sleep(3_000);
  const above = all.flatMap(({ address, openedAt, allowed, allowedAt }) => {
    const most = wereAlone(openedAt, allowedAt) ? perDay * instances.length : perDay;
    const when = `${Math.round(openedAt / 1000)} to ${Math.round(allowedAt / 1000)} s`;
    return allowed > most ? [`address ${address}, ${when}: ${allowed} of ${most}`] : [];
  });
  return { addresses: all.length, above };
}
