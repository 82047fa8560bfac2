import { Agent, type IncomingMessage, request } from "node:http";
import { createLedger, type Face, type Ledger } from "./ledger.ts";

/** A caller waits no longer for an answer, in milliseconds. */
const PATIENCE_MS = 20_000;

/** What a call is, for the ledger. */
export interface CallKind {
  readonly face: Face;
  readonly what: string;
  readonly isPrivate?: boolean;
}

/** A call that failed, which the ledger has noted already. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
}

/** One caller with a network address of its own and one connection to the proxy that is kept. */
export interface Caller {
  /**
   * Gives every answer below 500. @throws CallFailed for others and for a broken connection.
   */
  ask(kind: CallKind, path: string, init?: RequestInit): Promise<Response>;
  close(): void;
}

/** What every load needs. */
export interface LoadContext {
  /** Where the service listens, or the proxy before it. */
  readonly port: number;
  readonly ledger: Ledger;
  /** A caller with an address that no other has. */
  readonly newCaller: () => Caller;
  readonly isOver: () => boolean;
}

/** Loads what listens at a port. */
export function loadOn(port: number, isOver: () => boolean, ledger = createLedger()): LoadContext {
  let callers = 0;
  const newCaller = () => {
    callers++;
    return createCaller(port, `127.1.${callers >> 8}.${callers & 255}`, ledger);
  };
  return { port, ledger, newCaller, isOver };
}

/** @param address an address of the loopback network, which the proxy passes on as that of the caller */
export function createCaller(port: number, address: string, ledger: Ledger): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
  return {
    close: () => agent.destroy(),
    ask: async ({ face, what, isPrivate = false }, path, init = {}) => {
      const from = performance.now();
      // The one tool that needs the state reads.
      const isWrite = face !== "mcp" && (init.method ?? "GET") !== "GET";
      const fail = (status: number | null, hasRetryAfter: boolean, cause: string) => {
        ledger.failed({ face, what, isPrivate, isWrite, status, hasRetryAfter, from, to: performance.now(), cause });
        return new CallFailed(`${what}: ${status ?? cause}`);
      };
      let response: Response;
      try {
        response = await send(agent, port, path, init);
      } catch (error) {
        throw fail(null, false, error instanceof Error ? `${"code" in error ? error.code : ""} ${error.message}` : "");
      }
      if (response.status >= 500) {
        const cause = (await response.text()).replace(/\s+/g, " ").slice(0, 120);
        throw fail(response.status, response.headers.has("retry-after"), cause);
      }
      ledger.answered(face, performance.now() - from);
      return response;
    },
  };
}

async function send(agent: Agent, port: number, path: string, init: RequestInit): Promise<Response> {
  // Built by the platform, so that forms get their body and their type as a browser sends them.
  const built = new Request(`http://localhost:${port}${path}`, init);
  const body = Buffer.from(await built.arrayBuffer());
  const headers = { ...Object.fromEntries(new Headers(init.headers)), ...Object.fromEntries(built.headers) };
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = request(
    {
      agent,
      host: "127.0.0.1",
      port,
      path,
      method: built.method,
      headers: { ...headers, Host: `localhost:${port}`, "Content-Length": body.length },
      timeout: PATIENCE_MS,
    },
    (answer) => void collect(answer).then(resolve, reject),
  );
  sent.on("error", reject).on("timeout", () => sent.destroy(new Error("no answer in time")));
  sent.end(body);
  return promise;
}

async function collect(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { statusCode: status = 0 } = answer;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers });
}
