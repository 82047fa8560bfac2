import { fork } from "node:child_process";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { FromServer, SeededPerson, ToServer } from "./messages.ts";

/** One answer as it came over the wire. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A measured process. */
export interface MeasuredServer extends SeededPerson {
  readonly port: number;
  get(path: string, options?: { readonly isPrivate?: boolean; readonly coding?: string }): Promise<Received>;
  post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Received>;
  /** Processor time that the process used since it began, in microseconds. */
  cpu(): Promise<number>;
  /** Memory after a garbage collection, in bytes. */
  memory(): Promise<{ readonly rss: number; readonly heapUsed: number }>;
  stop(): void;
}

/**
 * Starts the service of a build over a folder of data.
 * @param at the instant that its clock stands at, in milliseconds since 1970; without it the clock runs
 */
export async function startServer(
  dist: string,
  dir: string,
  at?: number,
  execArgv: readonly string[] = [],
): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, "server.ts"), [dist, dir, ...(at === undefined ? [] : [String(at)])], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [...execArgv],
  });
  const next = <K extends FromServer["kind"]>(kind: K) =>
    new Promise<Extract<FromServer, { kind: K }>>((resolve, reject) => {
      child.once("exit", () => reject(new Error("the measured process ended")));
      child.on("message", (message: FromServer) => {
        if (message.kind === kind) resolve(message as Extract<FromServer, { kind: K }>);
      });
    });
  const ask = <K extends FromServer["kind"]>(message: ToServer, kind: K) => {
    const answer = next(kind);
    child.send(message);
    return answer;
  };
  child.setMaxListeners(0);
  const { port, token, organizationId } = await next("listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function send(method: string, path: string, headers: Readonly<Record<string, string>>, body = ""): Promise<Received> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ agent, port, host: "127.0.0.1", method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on("error", reject).end(body);
    });
  }

  return {
    port,
    token,
    organizationId,
    get: (path, { isPrivate = false, coding = "identity" } = {}) =>
      send("GET", path, {
        "Accept-Encoding": coding,
        ...(isPrivate ? { Cookie: `dosah_session=${token}` } : {}),
      }),
    post: (path, body, headers) =>
      send("POST", path, { "Content-Length": String(Buffer.byteLength(body)), ...headers }, body),
    cpu: async () => (await ask("cpu", "cpu")).microseconds,
    memory: () => ask("memory", "memory"),
    stop: () => {
      agent.destroy();
      child.send("stop");
    },
  };
}
