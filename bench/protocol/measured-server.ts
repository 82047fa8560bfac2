import type { ChildProcess } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";
import type { FromServer, ToServer } from "./messages.ts";

const CONNECTIONS = 4;

/** The kept connections of all measured calls; destroyed at the end of a bench. */
export const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** A call of the MCP endpoint. */
export interface Call {
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set on calls of the bare handler: the answer it gives. */
  readonly bareAnswer?: unknown;
}

/** Sends a call over a kept connection and gives the body of its answer. @throws Error for every status but 200. */
export function send({ port, body, headers }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/api/mcp",
        headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
          else reject(new Error(`HTTP ${response.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Makes a call `count` times over a few kept connections; gives CPU microseconds of the server per request. */
export async function costOf(server: ChildProcess, call: Call, count: number): Promise<number> {
  if (call.bareAnswer !== undefined) {
    ask(server, { kind: "bare", answer: call.bareAnswer });
    await next(server, "ready");
  }
  const before = await cpu(server);
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(call);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return ((await cpu(server)) - before) / count;
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
