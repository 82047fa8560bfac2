import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { McpHttpHandler } from "./faces/mcp/http.ts";

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

/** Joins the two kinds of handlers behind one port; without `mcp` there is no such endpoint. */
export function createHttpServer(mcp: McpHttpHandler | undefined, app: Hono): Server {
  const others = getRequestListener(app.fetch);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { url = "/" } = request;
    if (mcp !== undefined && (url === MCP_PATH || url.startsWith(`${MCP_PATH}?`))) void mcp(request, response);
    else void others(request, response);
  });
  // A client that sends its headers a byte at a time must not hold a connection for minutes.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
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
