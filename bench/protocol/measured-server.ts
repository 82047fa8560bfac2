import type { ChildProcess } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";
import type { FromServer, ToServer } from "./messages.ts";

/** Calls that are under way at once, where a call does not say otherwise. */
const AT_ONCE = 4;

/** The kept connections of all measured calls; destroyed at the end of a bench. */
export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** A call of the MCP endpoint. */
export interface Call {
  readonly port: number;
  /** Several are sent in turns. */
  readonly body: string | readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Set on calls of the bare handler: the answer it gives. */
  readonly bareAnswer?: unknown;
  /** The same, where it gives several in turns. */
  readonly bareAnswers?: readonly unknown[];
  /** Every call comes from an address of its own, as a trusted proxy says it. */
  readonly isFresh?: boolean;
  /** How many of these calls are under way at once. */
  readonly atOnce?: number;
  /** Asks for this address by GET instead; the body is not sent. */
  readonly path?: string;
}

let callers = 0;

/** An address that no call had before, in 10.0.0.0/8. */
function freshAddress(): string {
  callers++;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

/**
 * Sends a call over a kept connection and gives the body of its answer.
 * @param turn which of several bodies is sent
 * @throws Error for every status but 200
 */
export function send({ port, body: bodies, headers, isFresh = false, path }: Call, turn = 0): Promise<string> {
  const all = typeof bodies === "string" ? bodies : (bodies[turn % bodies.length] ?? "");
  const body = path === undefined ? all : "";
  const post = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port,
        host: "127.0.0.1",
        method: path === undefined ? "POST" : "GET",
        path: path ?? "/api/mcp",
        headers: {
          ...(path === undefined ? post : {}),
          ...(isFresh ? { "X-Forwarded-For": freshAddress() } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const answer = Buffer.concat(chunks);
          if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
          else resolve(answer.toString("utf8"));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Which of its bodies a call sends next: every one has its turn before one is sent again. */
const turnOf = new WeakMap<Call, number>();

function nextTurn(call: Call): number {
  const turn = turnOf.get(call) ?? 0;
  turnOf.set(call, turn + 1);
  return turn;
}

/** Makes a call `count` times over a few kept connections; gives CPU microseconds of the server per request. */
export async function costOf(server: ChildProcess, call: Call, count: number): Promise<number> {
  if (call.bareAnswer !== undefined || call.bareAnswers !== undefined) {
    ask(server, { kind: "bare", answers: call.bareAnswers ?? [call.bareAnswer] });
    await next(server, "ready");
  }
  const before = await cpu(server);
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await send(call, nextTurn(call));
      // That would be the cost of something else.
      if (answer.includes('"isError":true')) throw new Error(`refused: ${answer.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: call.atOnce ?? AT_ONCE }, worker));
  return ((await cpu(server)) - before) / count;
}

/** A service runs for days: what is measured is code that was compiled. Fewer calls would measure the compiler. */
const WARM_UP_CALLS = 3_000;

/** Makes each of several calls so often that it costs what it will cost from then on. */
export async function warmUp(calls: readonly { readonly server: ChildProcess; readonly call: Call }[]): Promise<void> {
  const perTurn = WARM_UP_CALLS / 10;
  for (let turn = 0; turn < 10; turn++) for (const { server, call } of calls) await costOf(server, call, perTurn);
}

/** Tells the measured process what to do. */
export function ask(server: ChildProcess, message: ToServer): void {
  server.send(message);
}

async function cpu(server: ChildProcess): Promise<number> {
  ask(server, { kind: "cpu" });
  return (await next(server, "cpu")).microseconds;
}

/** The next message of a kind. @throws Error when the process ends before. */
export function next<K extends FromServer["kind"]>(
  server: ChildProcess,
  kind: K,
): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromServer) => {
      if (!isKind(message, kind)) return;
      server.off("message", onMessage);
      server.off("exit", onExit);
      resolve(message);
    };
    const onExit = () => reject(new Error("The server ended."));
    server.on("message", onMessage);
    server.once("exit", onExit);
  });
}

function isKind<K extends FromServer["kind"]>(
  message: FromServer,
  kind: K,
): message is Extract<FromServer, { kind: K }> {
  return message.kind === kind;
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
