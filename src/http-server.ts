import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { McpHttpHandler } from "./faces/mcp/http.ts";
import { defaultHeaders } from "./response-headers.ts";
import { answerUnreadRequests, hostProblem } from "./unread-requests.ts";

/** The MCP endpoint sits directly on `node:http`; everything else is a Hono application. */
const MCP_PATH = "/api/mcp";

/** How long calls under way may take to finish after a stop was asked for, in milliseconds. */
const DRAIN_MS = 8_000;

/** A listening server that can be stopped without dropping a call. */
export interface Listening {
  readonly port: number;
  /** Stops accepting, lets calls finish, then closes what is left. */
  stop(): Promise<void>;
}

/** One request that was answered, as an operator counts it. */
export interface AnsweredRequest {
  /** The path without the query; `undefined` where the request could not be read. */
  readonly path: string | undefined;
  readonly status: number;
  /** From the last header to the end of the answer. */
  readonly seconds: number;
}

export interface HttpServerOptions {
  /** What every answer carries that does not say otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onAnswered?: (answered: AnsweredRequest) => void;
}

/** Joins the two kinds of handlers behind one port; without `mcp` there is no such endpoint. */
export function createHttpServer(mcp: McpHttpHandler | undefined, app: Hono, options: HttpServerOptions = {}): Server {
  const { headers = defaultHeaders(""), onAnswered = () => {} } = options;
  const defaults = Object.entries(headers);
  const others = getRequestListener(app.fetch);
  // A request without a Host is refused below, with the headers of every answer.
  const server = createServer({ requireHostHeader: false }, (request: IncomingMessage, response: ServerResponse) => {
    const { url = "/" } = request;
    prepare(url, response);
    const problem = hostProblem(request);
    if (problem !== undefined) refuse(response, 400, problem);
    else if (mcp !== undefined && (url === MCP_PATH || url.startsWith(`${MCP_PATH}?`))) void mcp(request, response);
    else void others(request, response);
  });
  server.on("checkExpectation", ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    prepare(url, response);
    refuse(response, 417, "The only expectation that is met is 100-continue.");
  });
  answerUnreadRequests(server, {
    headers,
    onRefused: (status) => onAnswered({ path: undefined, status, seconds: 0 }),
  });
  // A client that sends its headers a byte at a time must not hold a connection for minutes.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;

  function prepare(url: string, response: ServerResponse): void {
    for (const [name, value] of defaults) response.setHeader(name, value);
    const startedAt = performance.now();
    response.once("close", () => {
      // A client that went away before the answer has no status.
      if (!response.headersSent) return;
      const path = url.split("?", 1)[0] ?? url;
      onAnswered({ path, status: response.statusCode, seconds: (performance.now() - startedAt) / 1000 });
    });
  }
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
        stop: () => stop(server),
      });
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
  });
}
