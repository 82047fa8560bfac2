import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { McpHttpHandler } from "../faces/mcp/http.ts";
import type { DirectAnswers } from "../faces/rest/direct.ts";
import { type Answer, inTurn } from "./in-turn.ts";
import { beginNotes, type RequestNotes, withNotes } from "./request-notes.ts";
import { defaultHeaders } from "./response-headers.ts";
import { answerUnreadRequests, hostProblem } from "./unread-requests.ts";

/** The MCP endpoints and plain look-ups sit directly on `node:http`; everything else is a Hono application. */
const MCP_URL = /^\/api\/mcp(\/account)?\/?(?:$|\?)/;

/** How long calls under way may take to finish once the listener is closed, in milliseconds. */
const CALLS_MS = 8_000;

/** A listening server that can be stopped without dropping a call. */
export interface Listening {
  readonly port: number;
  /**
   * Stops accepting, lets calls finish, then closes what is left.
   * @param callsMs how long calls under way have, in milliseconds
   */
  stop(callsMs?: number): Promise<void>;
}

/** The part of a request that a probe may read. */
export type ProbeRequest = Pick<IncomingMessage, "headers"> & {
  readonly socket: Pick<Socket, "remoteAddress">;
};

/** Answers a balancer or a supervisor at once, also during an outage. */
export type Probe = (request: ProbeRequest) => { readonly status: 200 | 503; readonly body: object };

/** A finished request, as metrics and log see it. */
export interface AnsweredRequest {
  /** The path without the query; `undefined`, as the method is, where the request could not be read. */
  readonly path: string | undefined;
  readonly method: string | undefined;
  /** `null`: the client went away before the answer. */
  readonly status: number | null;
  /** From the last header to the end of the answer. */
  readonly seconds: number;
  /** Bytes of the response, its head included. */
  readonly bytes: number;
  /** Address of the other end of the connection; `undefined` where it is gone. */
  readonly remoteAddress: string | undefined;
  readonly forwardedFor: string | undefined;
  readonly traceParent: string | undefined;
  readonly notes: RequestNotes;
}

export interface HttpServerOptions {
  /** Default headers of every response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  /** By path. Probes need neither a face nor a Host header: HAProxy's plain check sends none. */
  readonly probes?: Readonly<Record<string, Probe>>;
  /** True during a shutdown: each response then closes its connection, so the next call reaches another instance. */
  readonly isDraining?: () => boolean;
  /** The MCP endpoint of people who sign in. */
  readonly mcpAccount?: McpHttpHandler;
  /** Handler of requests that need no application; it sets its own headers. */
  readonly direct?: (request: IncomingMessage) => ReturnType<DirectAnswers>;
  /** True for an address of a trusted proxy, whose forwarding headers are believed. */
  readonly isTrustedProxy?: (remoteAddress: string | undefined) => boolean;
}

/** Joins the two kinds of handlers behind one port; without `mcp` there is no such endpoint. */
export function createHttpServer(mcp: McpHttpHandler | undefined, app: Hono, options: HttpServerOptions = {}): Server {
  const { headers = defaultHeaders(""), onAnswered = () => {}, isTrustedProxy = () => false, probes = {} } = options;
  const { isDraining = () => false, direct = () => undefined } = options;
  const others = getRequestListener(app.fetch, { hostname: "localhost" });
  const sentBefore = new WeakMap<Socket, number>();
  const refusedWith = new WeakMap<ServerResponse, number>();
  const turns = inTurn();
  const answerOne: Answer = (request, response) => {
    const { url = "/" } = request;
    const { notes, head } = prepare(request, response);
    const named = mcp === undefined ? null : MCP_URL.exec(url);
    const endpoint = named?.[1] === undefined ? mcp : options.mcpAccount;
    if (named !== null && endpoint !== undefined && hostProblem(request) === undefined) {
      return withNotes(notes, () => void endpoint(request, response, head));
    }
    const answerDirectly = direct(request);
    if (answerDirectly !== undefined && hostProblem(request) === undefined) {
      return withNotes(notes, () => void answerDirectly(response, head).catch(() => response.destroy()));
    }
    setAll(response, head);
    const probe = probes[pathOf(url)];
    if (probe !== undefined && (request.method === "GET" || request.method === "HEAD"))
      return answer(response, probe(request));
    const problem = hostProblem(request);
    if (problem !== undefined) return refuse(response, 400, problem);
    withNotes(notes, () => void others(request, response));
  };

  const refuseExpectation: Answer = (request, response) => {
    setAll(response, prepare(request, response).head);
    refuse(response, 417, "The only expectation that is met is 100-continue.");
  };
  // A request of HTTP/1.1 without a Host is refused above, with the headers of every answer.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    turns.take(request, response, answerOne),
  );
  server.on("connection", turns.admit);
  server.on("checkExpectation", (request, response) => turns.take(request, response, refuseExpectation));
  answerUnreadRequests(server, {
    headers,
    answering: turns.answering,
    onRefused: ({ status, socket: { remoteAddress }, bytes, response }) => {
      // The log gets the line of this request when its connection closes.
      if (response !== undefined) return void refusedWith.set(response, status);
      const notes = { requestId: randomUUID() };
      const unread = { path: undefined, method: undefined, forwardedFor: undefined, traceParent: undefined };
      onAnswered({ ...unread, status, seconds: 0, bytes, remoteAddress, notes });
    },
  });
  // A client that sends its headers a byte at a time must not hold a connection for minutes.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  // A client that does not read its response is cut off too, for the response waits in memory. None takes over 30 s.
  server.timeout = 90_000;
  return server;

  /** Starts the notes of a request and sets the default headers of its response. */
  function prepare(request: IncomingMessage, response: ServerResponse) {
    const { url = "/", method, socket } = request;
    // A closed connection no longer knows its remote address.
    const { remoteAddress } = socket;
    const notes = beginNotes(request, isTrustedProxy(remoteAddress));
    const head: Readonly<Record<string, string>> = {
      ...headers,
      "X-Request-Id": notes.requestId,
      ...(isDraining() ? { Connection: "close" } : {}),
    };
    const startedAt = performance.now();
    response.once("close", () => {
      const bytes = socket.bytesWritten - (sentBefore.get(socket) ?? 0);
      sentBefore.set(socket, socket.bytesWritten);
      onAnswered({
        path: pathOf(url),
        method,
        status: response.headersSent ? response.statusCode : (refusedWith.get(response) ?? null),
        seconds: (performance.now() - startedAt) / 1000,
        bytes,
        remoteAddress,
        forwardedFor: joined(request.headers["x-forwarded-for"]),
        traceParent: joined(request.headers.traceparent),
        notes,
      });
    });
    return { notes, head };
  }
}

function setAll(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

function answer(response: ServerResponse, { status, body }: ReturnType<Probe>): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) })
    .end(text);
}

/** Several lines of a header count as one list. */
export function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(`${reason}\n`);
}

/**
 * Starts listening.
 * @throws the system's error, for example when the port is taken.
 */
export function listen(server: Server, port: number, host: string): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve({
        port: typeof address === "object" && address !== null ? address.port : port,
        stop: (callsMs = CALLS_MS) => stop(server, callsMs),
      });
    });
  });
}

function stop(server: Server, callsMs: number): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => server.closeAllConnections(), callsMs);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
  });
}
